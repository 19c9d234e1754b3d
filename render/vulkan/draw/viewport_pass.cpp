#include "render/vulkan/draw/viewport_pass.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "render/common/error.h"
#include "render/common/viewport_variant.h"
#include "render/vulkan/draw/drawing_state.h"
#include "render/vulkan/draw/pipeline.h"
#include "render/vulkan/image/image_state.h"

namespace texelscope::render::vulkan {
namespace {

std::string shader_name(const ViewportVariant& variant) {
  constexpr const char* names[] = {"same_size", "magnify", "grid", "minify"};
  std::string name = "viewport.frag.";
  name += names[static_cast<std::size_t>(variant.sampling)];
  name += variant.is_sparse ? ".sparse" : "";
  return name + (variant.format == PixelFormat::rgba32f ? ".float" : ".bytes");
}

VkRect2D rect_of(const PixelRect& box, int target_height) {
  return {{box.x, target_height - box.y - box.height},
          {static_cast<std::uint32_t>(box.width), static_cast<std::uint32_t>(box.height)}};
}

}  // namespace

struct ViewportPass::State {
  State(const std::shared_ptr<ContextState>& of, ColorFormat format)
      : context{of}, pass{of, format, VK_IMAGE_LAYOUT_GENERAL} {}
  ~State() { context->wait_at_the_end(*last_use); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const Pipeline& pipeline(const ViewportVariant& variant) {
    const auto found = pipelines.find(variant);
    if (found != pipelines.end()) {
      return found->second;
    }
    const std::string fragment = shader_name(variant);
    PipelineDescription description{.vertex_shader = "viewport.vert",
                                    .fragment_shader = fragment,
                                    .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
                                    .constant_bytes = sizeof(ViewportConstants)};
    if (variant.sampling == ViewportVariant::Sampling::minify) {
      description.specialization = variant.taps;
    }
    return pipelines.try_emplace(variant, context, pass, description).first->second;
  }

  std::shared_ptr<ContextState> context;
  RenderPass pass;
  std::map<ViewportVariant, Pipeline> pipelines;
  std::shared_ptr<std::uint64_t> last_use = std::make_shared<std::uint64_t>(0);
};

ViewportPass::ViewportPass(const Context& context, ColorFormat format)
    : state_{std::make_unique<State>(context.state(), format)} {}

ViewportPass::~ViewportPass() = default;

void ViewportPass::draw(Drawing& drawing, int target_height, const Image& image, const ViewportView& view) {
  if (view.target.width < 1 || view.target.height < 1) {
    return;
  }
  const ViewportLayout layout = lay_out(view, image.width(), image.height());
  if (image.is_acquired()) {
    throw Error{"cannot draw an image that a compute device has acquired: release it first"};
  }
  const std::shared_ptr<ContextState>& context = state_->context;
  DrawingState& steps = drawing.state();
  const VkRect2D target = rect_of(view.target, target_height);
  if (!layout.covers_target) {
    VkClearAttachment around{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
    std::copy_n(view.background, 3, around.clearValue.color.float32);
    around.clearValue.color.float32[3] = 1;
    steps.steps.emplace_back([context, around, target](VkCommandBuffer commands) {
      const VkClearRect area{.rect = target, .layerCount = 1};
      context->functions.CmdClearAttachments(commands, 1, &around, 1, &area);
    });
  }
  if (layout.visible.width < 1) {
    return;
  }
  const std::shared_ptr<ImageState>& shown = image.state();
  if (!shown->sampled) {
    shown->sampled.emplace(*context, shown->image, native(shown->format), VK_IMAGE_LAYOUT_GENERAL, false);
  }
  const Pipeline& pipeline = state_->pipeline(choose_variant(image.format(), view, context->description.is_software));
  const VkRect2D visible = rect_of(layout.visible, target_height);
  const ViewportConstants constants = constants_of(view, layout, visible.offset.x, visible.offset.y);
  steps.shared.push_back(shown);
  steps.uses.push_back(state_->last_use);
  steps.steps.emplace_back(
      [context, &pipeline, set = shown->sampled->set(), visible, constants](VkCommandBuffer commands) {
        set_area(*context, commands, visible, visible);
        pipeline.bind(commands, set);
        pipeline.set_constants(commands, std::as_bytes(std::span{&constants, 1}));
        context->functions.CmdDraw(commands, 4, 1, 0, 0);
      });
}

}  // namespace texelscope::render::vulkan
