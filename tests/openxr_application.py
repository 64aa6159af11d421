# SPDX-License-Identifier: Apache-2.0
"""An OpenXR application with one error: it calls xrGetSystem with a structure that has no type.

usage: openxr_application.py LOADER API_LAYER...
"""

import ctypes
import sys

TYPE_INSTANCE_CREATE_INFO = 3
VERSION_1_0_0 = 1 << 48


class ApplicationInfo(ctypes.Structure):
    _fields_ = [("application_name", ctypes.c_char * 128), ("application_version", ctypes.c_uint32),
                ("engine_name", ctypes.c_char * 128), ("engine_version", ctypes.c_uint32),
                ("api_version", ctypes.c_uint64)]


class InstanceCreateInfo(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("next", ctypes.c_void_p), ("flags", ctypes.c_uint64),
                ("application", ApplicationInfo),
                ("layer_count", ctypes.c_uint32), ("layers", ctypes.POINTER(ctypes.c_char_p)),
                ("extension_count", ctypes.c_uint32),
                ("extensions", ctypes.POINTER(ctypes.c_char_p))]


class SystemGetInfo(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int), ("next", ctypes.c_void_p), ("form_factor", ctypes.c_int)]


def main(library, *layers):
    loader = ctypes.CDLL(library)
    names = (ctypes.c_char_p * len(layers))(*(layer.encode() for layer in layers))
    info = InstanceCreateInfo(type=TYPE_INSTANCE_CREATE_INFO, layer_count=len(layers), layers=names)
    info.application.application_name = b"application"
    info.application.api_version = VERSION_1_0_0
    instance = ctypes.c_void_p()
    print("xrCreateInstance", loader.xrCreateInstance(ctypes.byref(info), ctypes.byref(instance)))
    mistake = SystemGetInfo(form_factor=1)
    system = ctypes.c_uint64()
    print("xrGetSystem", loader.xrGetSystem(instance, ctypes.byref(mistake), ctypes.byref(system)))
    print("xrDestroyInstance", loader.xrDestroyInstance(instance))


main(*sys.argv[1:])
