#include "render/vulkan/draw/pipeline.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "render/vulkan/context/call.h"
#include "render/vulkan/draw/shader_code.h"

namespace texelscope::render::vulkan {
namespace {

constexpr VkShaderStageFlags both_stages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

/// A shader's module, which a pipeline needs only during its creation.
class ShaderModule {
 public:
  ShaderModule(const ContextState& context, std::string_view name) : context_{context} {
    const std::span<const std::uint32_t> words = shader_code(name);
    const VkShaderModuleCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words.size_bytes(), .pCode = words.data()};
    require_call("vkCreateShaderModule", fmt::format("load the shader {}", name), context.functions.CreateShaderModule,
                 context.device, &info, nullptr, &handle_);
  }
  ~ShaderModule() { context_.functions.DestroyShaderModule(context_.device, handle_, nullptr); }
  ShaderModule(const ShaderModule&) = delete;
  ShaderModule& operator=(const ShaderModule&) = delete;

  [[nodiscard]] VkPipelineShaderStageCreateInfo stage(VkShaderStageFlagBits which,
                                                      const VkSpecializationInfo* constants) const {
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = which,
            .module = handle_,
            .pName = "main",
            .pSpecializationInfo = constants};
  }

 private:
  const ContextState& context_;
  VkShaderModule handle_ = VK_NULL_HANDLE;
};

VkPipelineColorBlendAttachmentState blend_state(Blend blend) {
  VkPipelineColorBlendAttachmentState state{.blendEnable = blend == Blend::replace ? VK_FALSE : VK_TRUE,
                                            .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
                                            .dstColorBlendFactor = VK_BLEND_FACTOR_ONE,
                                            .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                            .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
                                            .colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT |
                                                              VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT};
  if (blend == Blend::over) {
    state.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
    state.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    state.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
  }
  return state;
}

}  // namespace

Pipeline::Pipeline(std::shared_ptr<ContextState> context, const RenderPass& pass,
                   const PipelineDescription& description)
    : context_{std::move(context)} {
  const std::string action = fmt::format("create a pipeline from {}", description.fragment_shader);
  const VkPushConstantRange constants{.stageFlags = both_stages, .size = description.constant_bytes};
  const VkPipelineLayoutCreateInfo layout_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = description.has_image ? 1U : 0U,
                                               .pSetLayouts = &context_->sampling.layout,
                                               .pushConstantRangeCount = description.constant_bytes > 0 ? 1U : 0U,
                                               .pPushConstantRanges = &constants};
  const VkSpecializationMapEntry entry{.constantID = 0, .size = sizeof(std::int32_t)};
  const std::int32_t value = description.specialization.value_or(0);
  const VkSpecializationInfo specialization{
      .mapEntryCount = 1, .pMapEntries = &entry, .dataSize = sizeof value, .pData = &value};
  const VkVertexInputBindingDescription binding{.stride = description.vertex_bytes};
  const VkPipelineVertexInputStateCreateInfo vertices{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
      .vertexBindingDescriptionCount = description.vertex_bytes > 0 ? 1U : 0U,
      .pVertexBindingDescriptions = &binding,
      .vertexAttributeDescriptionCount = static_cast<std::uint32_t>(description.attributes.size()),
      .pVertexAttributeDescriptions = description.attributes.data()};
  const VkPipelineInputAssemblyStateCreateInfo assembly{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = description.topology};
  const VkPipelineViewportStateCreateInfo viewport{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1, .scissorCount = 1};
  const VkPipelineRasterizationStateCreateInfo rasterization{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
      .polygonMode = VK_POLYGON_MODE_FILL,
      .cullMode = VK_CULL_MODE_NONE,
      .frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE,
      .lineWidth = 1};
  const VkPipelineMultisampleStateCreateInfo multisample{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO, .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
  const VkPipelineColorBlendAttachmentState attachment = blend_state(description.blend);
  const VkPipelineColorBlendStateCreateInfo blending{.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                     .attachmentCount = 1,
                                                     .pAttachments = &attachment};
  const std::array dynamic_states{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
  const VkPipelineDynamicStateCreateInfo dynamic{.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                 .dynamicStateCount = static_cast<std::uint32_t>(dynamic_states.size()),
                                                 .pDynamicStates = dynamic_states.data()};
  const ShaderModule vertex_module{*context_, description.vertex_shader};
  const ShaderModule fragment_module{*context_, description.fragment_shader};
  const std::array stages{
      vertex_module.stage(VK_SHADER_STAGE_VERTEX_BIT, nullptr),
      fragment_module.stage(VK_SHADER_STAGE_FRAGMENT_BIT, description.specialization ? &specialization : nullptr)};
  try {
    require_call("vkCreatePipelineLayout", action, context_->functions.CreatePipelineLayout, context_->device,
                 &layout_info, nullptr, &layout_);
    const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                            .stageCount = static_cast<std::uint32_t>(stages.size()),
                                            .pStages = stages.data(),
                                            .pVertexInputState = &vertices,
                                            .pInputAssemblyState = &assembly,
                                            .pViewportState = &viewport,
                                            .pRasterizationState = &rasterization,
                                            .pMultisampleState = &multisample,
                                            .pColorBlendState = &blending,
                                            .pDynamicState = &dynamic,
                                            .layout = layout_,
                                            .renderPass = pass.handle()};
    const VkPipelineCache no_cache = VK_NULL_HANDLE;
    require_call("vkCreateGraphicsPipelines", action, context_->functions.CreateGraphicsPipelines, context_->device,
                 no_cache, 1U, &info, nullptr, &handle_);
  } catch (...) {
    close();
    throw;
  }
}

Pipeline::~Pipeline() { close(); }

void Pipeline::close() noexcept {
  context_->functions.DestroyPipeline(context_->device, handle_, nullptr);
  context_->functions.DestroyPipelineLayout(context_->device, layout_, nullptr);
}

void Pipeline::bind(VkCommandBuffer commands, VkDescriptorSet image) const {
  context_->functions.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, handle_);
  if (image != VK_NULL_HANDLE) {
    context_->functions.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_, 0, 1, &image, 0,
                                              nullptr);
  }
}

void Pipeline::set_constants(VkCommandBuffer commands, std::span<const std::byte> constants) const {
  context_->functions.CmdPushConstants(commands, layout_, both_stages, 0, static_cast<std::uint32_t>(constants.size()),
                                       constants.data());
}

}  // namespace texelscope::render::vulkan
