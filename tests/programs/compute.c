// SPDX-License-Identifier: Apache-2.0
// Squares numbers on the first device with a compute shader, and checks the results. With the
// argument "mistake" it enables the validation layer, creates a buffer of size 0, and prints the ID
// of each message that a debug messenger receives. Exit status 0: all results were correct.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define CHECK(call)                                            \
  do {                                                         \
    const VkResult result_ = (call);                           \
    if (result_ != VK_SUCCESS) {                               \
      fprintf(stderr, "%s: %d\n", #call, (int)result_);        \
      exit(1);                                                 \
    }                                                          \
  } while (0)

enum { kNumbers = 1000, kBytes = kNumbers * 4 };

// An instruction of SPIR-V: its number of words and its code.
#define OP(words, code) ((words) << 16 | (code))

// IDs of the shader below.
enum {
  kMain = 1, kIndex, kVoid, kFunction, kUint, kUint3, kInput3, kArray, kBlock, kBlockPointer, kBuffer,
  kInputUint, kBlockUint, kZero, kLabel, kXPointer, kX, kSquare, kElement, kBound
};

// void main() { buffer[gl_GlobalInvocationID.x] = gl_GlobalInvocationID.x * gl_GlobalInvocationID.x; }
static const uint32_t kShader[] = {
    0x07230203, 0x00010000, 0, kBound, 0,
    OP(2, 17), 1,                                          // OpCapability Shader
    OP(3, 14), 0, 1,                                       // OpMemoryModel Logical GLSL450
    OP(6, 15), 5, kMain, 0x6e69616d, 0, kIndex,            // OpEntryPoint GLCompute "main"
    OP(6, 16), kMain, 17, 1, 1, 1,                         // OpExecutionMode LocalSize 1 1 1
    OP(4, 71), kIndex, 11, 28,                             // OpDecorate BuiltIn GlobalInvocationId
    OP(4, 71), kArray, 6, 4,                               // OpDecorate ArrayStride 4
    OP(5, 72), kBlock, 0, 35, 0,                           // OpMemberDecorate 0 Offset 0
    OP(3, 71), kBlock, 3,                                  // OpDecorate BufferBlock
    OP(4, 71), kBuffer, 34, 0,                             // OpDecorate DescriptorSet 0
    OP(4, 71), kBuffer, 33, 0,                             // OpDecorate Binding 0
    OP(2, 19), kVoid,                                      // OpTypeVoid
    OP(3, 33), kFunction, kVoid,                           // OpTypeFunction
    OP(4, 21), kUint, 32, 0,                               // OpTypeInt 32 0
    OP(4, 23), kUint3, kUint, 3,                           // OpTypeVector
    OP(4, 32), kInput3, 1, kUint3,                         // OpTypePointer Input
    OP(4, 59), kInput3, kIndex, 1,                         // OpVariable Input
    OP(3, 29), kArray, kUint,                              // OpTypeRuntimeArray
    OP(3, 30), kBlock, kArray,                             // OpTypeStruct
    OP(4, 32), kBlockPointer, 2, kBlock,                   // OpTypePointer Uniform
    OP(4, 59), kBlockPointer, kBuffer, 2,                  // OpVariable Uniform
    OP(4, 32), kInputUint, 1, kUint,                       // OpTypePointer Input
    OP(4, 32), kBlockUint, 2, kUint,                       // OpTypePointer Uniform
    OP(4, 43), kUint, kZero, 0,                            // OpConstant 0
    OP(5, 54), kVoid, kMain, 0, kFunction,                 // OpFunction
    OP(2, 248), kLabel,                                    // OpLabel
    OP(5, 65), kInputUint, kXPointer, kIndex, kZero,       // OpAccessChain
    OP(4, 61), kUint, kX, kXPointer,                       // OpLoad
    OP(5, 132), kUint, kSquare, kX, kX,                    // OpIMul
    OP(6, 65), kBlockUint, kElement, kBuffer, kZero, kX,   // OpAccessChain
    OP(3, 62), kElement, kSquare,                          // OpStore
    OP(1, 253),                                            // OpReturn
    OP(1, 56),                                             // OpFunctionEnd
};

static VKAPI_ATTR VkBool32 VKAPI_CALL
PrintMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
             const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  (void)severity, (void)types, (void)user;
  printf("%s\n", data->pMessageIdName != NULL ? data->pMessageIdName : "message without an ID");
  return VK_FALSE;
}

static VkInstance CreateInstance(int with_validation) {
  const char* layer = "VK_LAYER_KHRONOS_validation";
  const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;
  info.enabledLayerCount = with_validation ? 1 : 0;
  info.ppEnabledLayerNames = &layer;
  info.enabledExtensionCount = 1;
  info.ppEnabledExtensionNames = &extension;
  VkInstance instance = VK_NULL_HANDLE;
  CHECK(vkCreateInstance(&info, NULL, &instance));
  return instance;
}

static VkPhysicalDevice FirstDevice(VkInstance instance) {
  uint32_t count = 1;
  VkPhysicalDevice device = VK_NULL_HANDLE;
  const VkResult result = vkEnumeratePhysicalDevices(instance, &count, &device);
  if (result < 0 || count != 1) {
    fprintf(stderr, "no device: %d\n", (int)result);
    exit(1);
  }
  return device;
}

// A device with one queue of the first family, which supports compute on lavapipe.
static VkDevice CreateDevice(VkPhysicalDevice physical) {
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  VkDevice device = VK_NULL_HANDLE;
  CHECK(vkCreateDevice(physical, &info, NULL, &device));
  return device;
}

static VkBuffer CreateBuffer(VkDevice device, VkDeviceSize size) {
  VkBufferCreateInfo info = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  VkBuffer buffer = VK_NULL_HANDLE;
  CHECK(vkCreateBuffer(device, &info, NULL, &buffer));
  return buffer;
}

static uint32_t HostMemoryType(VkPhysicalDevice physical, uint32_t allowed) {
  const VkFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((allowed >> i & 1) && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
  }
  fprintf(stderr, "no memory for the host\n");
  exit(1);
}

static VkDeviceMemory BindMemory(VkPhysicalDevice physical, VkDevice device, VkBuffer buffer) {
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, buffer, &needs);
  VkMemoryAllocateInfo info = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
  info.allocationSize = needs.size;
  info.memoryTypeIndex = HostMemoryType(physical, needs.memoryTypeBits);
  VkDeviceMemory memory = VK_NULL_HANDLE;
  CHECK(vkAllocateMemory(device, &info, NULL, &memory));
  CHECK(vkBindBufferMemory(device, buffer, memory, 0));
  return memory;
}

// The objects that the shader needs. They are destroyed when the process ends.
struct Program {
  VkPipelineLayout layout;
  VkPipeline pipeline;
  VkDescriptorSet set;
};

static struct Program MakeProgram(VkDevice device, VkBuffer buffer) {
  struct Program program;
  VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                          VK_SHADER_STAGE_COMPUTE_BIT, NULL};
  VkDescriptorSetLayoutCreateInfo sets = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
  sets.bindingCount = 1;
  sets.pBindings = &binding;
  VkDescriptorSetLayout set_layout;
  CHECK(vkCreateDescriptorSetLayout(device, &sets, NULL, &set_layout));
  VkPipelineLayoutCreateInfo layout = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
  layout.setLayoutCount = 1;
  layout.pSetLayouts = &set_layout;
  CHECK(vkCreatePipelineLayout(device, &layout, NULL, &program.layout));
  VkShaderModuleCreateInfo code = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  code.codeSize = sizeof(kShader);
  code.pCode = kShader;
  VkComputePipelineCreateInfo info = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.pName = "main";
  CHECK(vkCreateShaderModule(device, &code, NULL, &info.stage.module));
  info.layout = program.layout;
  CHECK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &program.pipeline));
  VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
  VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
  pool_info.maxSets = 1;
  pool_info.poolSizeCount = 1;
  pool_info.pPoolSizes = &size;
  VkDescriptorSetAllocateInfo allocate = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
  CHECK(vkCreateDescriptorPool(device, &pool_info, NULL, &allocate.descriptorPool));
  allocate.descriptorSetCount = 1;
  allocate.pSetLayouts = &set_layout;
  CHECK(vkAllocateDescriptorSets(device, &allocate, &program.set));
  VkDescriptorBufferInfo whole = {buffer, 0, VK_WHOLE_SIZE};
  VkWriteDescriptorSet write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
  write.dstSet = program.set;
  write.descriptorCount = 1;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = &whole;
  vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
  return program;
}

static void Run(VkDevice device, struct Program program) {
  VkQueue queue;
  vkGetDeviceQueue(device, 0, 0, &queue);
  VkCommandPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandBufferAllocateInfo allocate = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
  CHECK(vkCreateCommandPool(device, &pool_info, NULL, &allocate.commandPool));
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands;
  CHECK(vkAllocateCommandBuffers(device, &allocate, &commands));
  VkCommandBufferBeginInfo begin = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  CHECK(vkBeginCommandBuffer(commands, &begin));
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.layout, 0, 1,
                          &program.set, 0, NULL);
  vkCmdDispatch(commands, kNumbers, 1, 1);
  CHECK(vkEndCommandBuffer(commands));
  VkSubmitInfo submit = {VK_STRUCTURE_TYPE_SUBMIT_INFO};
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  CHECK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
  CHECK(vkQueueWaitIdle(queue));
}

static void Compute(VkPhysicalDevice physical, VkDevice device) {
  const VkBuffer buffer = CreateBuffer(device, kBytes);
  const VkDeviceMemory memory = BindMemory(physical, device, buffer);
  Run(device, MakeProgram(device, buffer));
  const uint32_t* numbers = NULL;
  CHECK(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, (void**)&numbers));
  for (uint32_t i = 0; i < kNumbers; ++i) {
    if (numbers[i] == i * i) continue;
    fprintf(stderr, "the square of %u is not %u\n", i, numbers[i]);
    exit(1);
  }
  printf("%d squares are right\n", kNumbers);
}

static void MakeMistake(VkInstance instance, VkDevice device) {
  VkDebugUtilsMessengerCreateInfoEXT info = {VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  info.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = PrintMessage;
  const PFN_vkCreateDebugUtilsMessengerEXT create =
      (PFN_vkCreateDebugUtilsMessengerEXT)vkGetInstanceProcAddr(instance,
                                                                "vkCreateDebugUtilsMessengerEXT");
  VkDebugUtilsMessengerEXT messenger;
  CHECK(create(instance, &info, NULL, &messenger));
  CreateBuffer(device, 0);
}

int main(int argc, char** argv) {
  const int mistake = argc > 1 && strcmp(argv[1], "mistake") == 0;
  const VkInstance instance = CreateInstance(mistake);
  const VkPhysicalDevice physical = FirstDevice(instance);
  const VkDevice device = CreateDevice(physical);
  if (mistake) {
    MakeMistake(instance, device);
  } else {
    Compute(physical, device);
  }
  return 0;
}
