# SPDX-License-Identifier: Apache-2.0
"""`check-image`: a good image passes every case, and each case is seen failing on one that violates only its rule."""

import json
import os
import subprocess

import images
import jsonschema
import pytest
from conftest import EVERYTHING, ROOT, TOOL, cases_of
from images import DEQP, DEQP_FILE, LOADERS, NEGOTIATE, VERSION, VERSION_FILE, WITH_APEX, Change, elf, permissions

BROKEN = images.broken(ROOT)
NDK = elf(64, images.core_commands(ROOT), "libvulkan.so")


def api_of(case):
    return "openxr" if case.startswith(("LS_ANDROID_DEVICE_23/", "LS_ANDROID_DEVICE_24/")) else "vulkan"


@pytest.fixture(name="check")
def fixture_check(tool, tmp_path):
    """Runs check-image on a changed image; returns the verdicts by case, the report and the process."""
    def run(change, *words):
        path = tmp_path / "report.json"
        result = tool("check-image", *images.make(ROOT, tmp_path / "image", change), "--json", path, *words)
        assert result.returncode in (0, 1), result.stderr
        report = json.loads(path.read_text(encoding="utf-8"))
        return {case["id"]: case["verdict"] for case in report["cases"]}, report, result
    return run


def test_every_case_is_seen_failing():
    assert BROKEN.keys() == cases_of("device")


@pytest.mark.parametrize("case", sorted(BROKEN))
def test_case_fails_on_its_image_and_no_other_does(case, check):
    verdicts, report, result = check(BROKEN[case], "--api", api_of(case), "--strict")
    bad = {name for name, verdict in verdicts.items() if verdict in ("fail", "warn")}
    assert bad - images.TOGETHER.get(case, set()) == {case}
    assert result.returncode == 1
    (one,) = [each for each in report["cases"] if each["id"] == case]
    assert one["observed"] or one["reason"]


@pytest.mark.parametrize("case, change", images.MORE_BROKEN)
def test_case_fails_on_further_images_and_no_other_does(case, change, check):
    verdicts, _, _ = check(change, "--api", api_of(case), "--strict")
    bad = {name for name, verdict in verdicts.items() if verdict in ("fail", "warn")}
    assert bad - images.TOGETHER.get(case, set()) == {case}


@pytest.mark.parametrize("api", ["vulkan", "openxr"])
def test_good_images_pass(check, api):
    verdicts, report, result = check(Change(ndk=NDK), "--api", api)
    assert result.returncode == 0, result.stdout
    skipped = {name for name, verdict in verdicts.items() if verdict == "skip"}
    assert skipped == ({"LS_ANDROID_DEVICE_7/apex_is_there", "LS_ANDROID_DEVICE_7/apex_has_the_driver",
                        "LS_ANDROID_DEVICE_13/launched_with_android_10"} if api == "vulkan" else set())
    assert all(case["reason"] for case in report["cases"] if case["verdict"] == "skip")
    jsonschema.validate(report, json.loads((ROOT / "harness/report/report.schema.json").read_text(encoding="utf-8")))
    assert report["subject"]["kind"] == "device" and report["subject"]["platform"] == "android"
    assert "nothing from the image was run" in " ".join(result.stdout.split())


@pytest.mark.parametrize("change, passes", [
    (WITH_APEX, ["LS_ANDROID_DEVICE_7/apex_is_there", "LS_ANDROID_DEVICE_7/apex_has_the_driver"]),
    (Change(files={VERSION_FILE: permissions(VERSION, 0x401000)}, vendor={"ro.product.first_api_level": "29"}),
     ["LS_ANDROID_DEVICE_13/launched_with_android_10"]),
    (Change(vendor={"ro.hardware.vulkan": None, "ro.board.platform": None, "ro.hardware": "soc"},
            files={"odm/lib64/hw/vulkan.default.so": elf(64)}),
     ["LS_ANDROID_DEVICE_6/driver_has_a_name_of_the_device"]),
    (Change(files={VERSION_FILE: permissions(VERSION, "0x402000")}, vendor={"ro.product.first_api_level": None}),
     ["LS_ANDROID_DEVICE_14/version_is_a_number", "LS_ANDROID_DEVICE_14/version_is_one_of_vulkan"]),
    (Change(files={DEQP_FILE: permissions(DEQP, 0x1F0C07E7)}), ["LS_ANDROID_DEVICE_19/deqp_level_is_a_date"]),
    (Change(files={LOADERS[0]: None}, system={"ro.product.cpu.abilist32": "", "ro.product.cpu.abilist": "arm64-v8a"}),
     ["LS_ANDROID_DEVICE_4/loader_is_in_its_place"]),
    (Change(files=WITH_APEX.files | {f"{images.APEX}/lib64/libVkLayer_tracer.so": elf(64, images.OF_A_LAYER)},
            vendor=WITH_APEX.vendor),
     ["LS_ANDROID_DEVICE_8/image_has_no_layers", "LS_ANDROID_DEVICE_8/image_has_no_files_of_layers"]),
    *[(Change(files=WITH_APEX.files | {VERSION_FILE: None, path: permissions(VERSION, 0x403000)}, vendor=WITH_APEX.vendor),
       ["LS_ANDROID_DEVICE_3/version_is_declared"])
      for path in ("my_product/etc/permissions/v.xml", "vendor/odm/etc/permissions/v.xml",
                   "vendor/etc/permissions/sku_a/v.xml", f"{images.APEX}/etc/permissions/v.xml", "odm/etc/sysconfig/v.xml")],
    (Change(files={VERSION_FILE: permissions(VERSION, 0x403000).replace("permissions>", "config>")}),
     ["LS_ANDROID_DEVICE_3/version_is_declared", "LS_ANDROID_DEVICE_15/permissions_are_well_formed"]),
    # A driver may export what a layer exports.
    (Change(files={images.DRIVERS[1]: elf(64, ["vkEnumerateInstanceLayerProperties", "vkGetInstanceProcAddr", "vkCreateDevice"])}),
     ["LS_ANDROID_DEVICE_8/image_has_no_layers"]),
])
def test_what_readings_accept_passes(check, change, passes):
    verdicts, _, result = check(change)
    assert {name: verdicts[name] for name in passes} == dict.fromkeys(passes, "pass"), result.stdout


@pytest.mark.parametrize("member", ["name", "library_path", "api_version", "implementation_version", "description",
                                    "disable_environment"])
def test_implicit_layer_of_openxr_without_a_required_member_fails(member, check):
    change = Change(files={images.API_LAYER: images.api_layer(**{"library_path": "/product/lib64/libvendor.so", member: None})})
    verdicts, _, _ = check(change, "--api", "openxr")
    assert {name for name, verdict in verdicts.items() if verdict == "fail"} == {"LS_ANDROID_DEVICE_23/manifests_are_valid"}


def test_explicit_layer_of_openxr_needs_no_variable(check):
    files = {images.API_LAYER: None, images.API_LAYER.replace("implicit.d", "explicit.d"):
             images.api_layer(library_path="/product/lib64/libvendor.so", disable_environment=None)}
    verdicts, _, _ = check(Change(files=files), "--api", "openxr")
    assert verdicts["LS_ANDROID_DEVICE_23/manifests_are_valid"] == "pass"


@pytest.mark.parametrize("version, verdict", [
    ("0x400000", "pass"), ("0x403075", "pass"), ("0x404000", "pass"), ("0x405001", "pass"), ("0x406000", "fail"),
    ("0x409000", "fail"), ("0x430000", "fail"), ("0x7ff000", "fail"), ("0x3fffff", "fail")])
def test_version_is_one_that_vulkan_has_or_will_have_next(version, verdict, check):
    verdicts, _, _ = check(Change(files={VERSION_FILE: permissions(VERSION, version)}))
    assert verdicts["LS_ANDROID_DEVICE_14/version_is_one_of_vulkan"] == verdict


@pytest.mark.parametrize("declared", ['version="1"', ""])
def test_level_may_be_left_out(declared, check):
    text = f'<permissions><feature name="{images.LEVEL}" {declared}/></permissions>'
    verdicts, _, _ = check(Change(files={images.LEVEL_FILE: text}))
    assert verdicts["LS_ANDROID_DEVICE_3/level_is_a_number"] == "pass"


def test_partitions_may_be_folders_of_others(check, tmp_path):
    """If /vendor and /product are links into the system partition, their files are found as well."""
    system = tmp_path / "image/system"
    system.mkdir(parents=True)
    for name in ("vendor", "product"):
        (system / name).mkdir()
        os.symlink(f"system/{name}", tmp_path / "image" / name)
    for api in ("vulkan", "openxr"):
        verdicts, _, result = check(Change(), "--api", api)
        assert result.returncode == 0, result.stdout
        assert api == "vulkan" or set(verdicts.values()) == {"pass"}


@pytest.mark.parametrize("change, skips", [
    (Change(files={VERSION_FILE: permissions(VERSION, 0x401000)}, system={"ro.config.low_ram": "true"}),
     "LS_ANDROID_DEVICE_12/launched_with_android_13"),
    (Change(files={VERSION_FILE: None}, system={"ro.product.cpu.abilist64": ""}),
     "LS_ANDROID_DEVICE_11/vulkan_is_supported"),
    (Change(files={"system/lib64/libtracer.so": elf(64, [NEGOTIATE])}, system={"ro.build.type": "userdebug"}),
     "LS_ANDROID_DEVICE_8/image_has_no_layers"),
    (Change(files={"vendor/apex/com.vendor.any.apex": b"PK"} | {name: None for name in images.DRIVERS},
            vendor={"ro.vulkan.apex": "com.vendor.vulkan"}), "LS_ANDROID_DEVICE_7/apex_is_there"),
    (Change(files={DEQP_FILE: None}, system={"ro.build.version.sdk": "29"}),
     "LS_ANDROID_DEVICE_18/deqp_level_is_declared"),
    (Change(files={LOADERS[1]: elf(64)[:64]}), "LS_ANDROID_LOADER_1/core_entry_points_are_exported"),
])
def test_what_nothing_demands_is_skipped(check, change, skips):
    verdicts, _, _ = check(change)
    assert verdicts[skips] == "skip"


def test_links_of_the_image_stay_inside_of_it(check, tmp_path):
    """Absolute links are resolved inside the image, not on this machine."""
    outside = tmp_path / "outside.so"
    outside.write_bytes(images.good(ROOT)[LOADERS[1]])
    moved = Change(files={"system/real/libvulkan.so": images.good(ROOT)[LOADERS[1]]},
                   links={LOADERS[1]: "/system/real/libvulkan.so", "system/vendor": "/vendor"})
    verdicts, _, _ = check(moved)
    assert verdicts["LS_ANDROID_DEVICE_4/loader_is_in_its_place"] == "pass"
    for target in (outside, f"../../../{outside.name}", LOADERS[1].rsplit("/", 1)[1]):
        verdicts, _, _ = check(Change(links={LOADERS[1]: target}))
        assert verdicts["LS_ANDROID_DEVICE_4/loader_is_in_its_place"] == "fail", target


def test_pipes_and_circles_of_folders_do_no_harm(check, tmp_path):
    files = Change(links={"vendor/lib64/loop": "/vendor/lib64", "system/etc/permissions/a.xml": "a.xml"})
    place = tmp_path / "image/vendor/etc/permissions"
    place.mkdir(parents=True)
    os.mkfifo(place / "vulkan.xml")
    os.mkfifo(place / "libpipe.so")
    _, _, result = check(files)
    assert result.returncode == 0, result.stdout


def test_broken_libraries_do_no_harm(check):
    whole = images.good(ROOT)[LOADERS[1]]
    for length in (0, 3, 4, 16, 63, 64, 100, len(whole) // 2, len(whole) - 1):
        verdicts, _, _ = check(Change(files={LOADERS[1]: whole[:length]}))
        assert verdicts["LS_ANDROID_LOADER_1/core_entry_points_are_exported"] in ("skip", "fail")
    huge = bytearray(whole)
    for number, place in enumerate(range(40, len(whole), 41)):
        huge[place] = 0xff
        if not EVERYTHING and number % 8:
            continue
        verdicts, _, _ = check(Change(files={LOADERS[1]: bytes(huge)}))
        assert len(verdicts) > 1


def test_report_says_how_to_see_it_again(check):
    case = "LS_ANDROID_DEVICE_2/opengl_es_is_3_1"
    _, _, result = check(BROKEN[case])
    said = " ".join(result.stdout.replace("\\\n", "").split())
    words = said[said.index("loadstone check-image"):].split()
    end = words.index("vulkan") + 1
    again = subprocess.run([TOOL, *words[1:end]], stdout=subprocess.PIPE, text=True, check=False)
    assert again.returncode == 1 and case in again.stdout


def make_enormous(folder):
    images.make(ROOT, folder)
    os.truncate(folder / "vendor/build.prop", 1 << 40)


def make_deep(folder):
    images.make(ROOT, folder)
    (folder / "/".join(["a"] * 100)).mkdir(parents=True)


def make_endless_library(folder):
    images.make(ROOT, folder)
    os.truncate(folder / LOADERS[1], 3 << 30)


def make_system_as_root(folder):
    images.make(ROOT, folder / "system")


@pytest.mark.parametrize("prepare, said", [
    (lambda path: None, "No such file or directory; pass a folder with the unpacked partitions"),
    (lambda path: path.write_text("x"), "Not a directory; pass a folder"),
    (os.mkfifo, "Not a directory"),
    (lambda path: path.mkdir(), "has no system/build.prop, so it is not an Android image"),
    (lambda path: os.symlink(path, path), "Too many levels of symbolic links"),
    (make_system_as_root, "its root is in the folder system"),
    (make_enormous, "vendor/build.prop is larger than 16 MiB"),
    (make_endless_library, "is larger than 2 GiB"),
    (make_deep, "is nested too deeply for a folder of a machine"),
])
def test_bad_input_is_one_line(tool, tmp_path, prepare, said):
    prepare(tmp_path / "image")
    result = tool("check-image", tmp_path / "image")
    assert result.returncode == 2, result.stdout
    assert said in result.stderr and result.stderr.count("\n") == 1, result.stderr


@pytest.mark.parametrize("content", [b"", b"text", elf(64)[:64], None])
def test_bad_library_of_the_ndk_is_one_line(tool, tmp_path, content):
    folder, = images.make(ROOT, tmp_path / "image")
    if content is not None:
        (tmp_path / "ndk.so").write_bytes(content)
    result = tool("check-image", folder, "--ndk-library", tmp_path / "ndk.so")
    assert result.returncode == 2 and "is not a shared library with symbols" in result.stderr
    assert result.stderr.count("\n") == 1


def test_hostile_declarations_do_no_harm(check):
    deep = "<a>" * 100000
    lines = "=\n==\n#\n\0\n" + "x" * 100000 + "=" + "y" * 100000 + "\nro.opengles.version=\n"
    _, _, result = check(Change(files={"odm/etc/permissions/other.xml": deep, "odm/build.prop": lines,
                                       "odm/etc/permissions/empty.xml": ""}))
    assert result.returncode == 0, result.stdout
    entity = '<!DOCTYPE a [<!ENTITY b "' + "c" * 1000 + '">]><permissions>' + "&b;" * 1000 + "</permissions>"
    _, _, result = check(Change(files={"odm/etc/permissions/entity.xml": entity, images.API_LAYER: "[" * 100000}),
                         "--api", "openxr")
    assert result.returncode == 1
