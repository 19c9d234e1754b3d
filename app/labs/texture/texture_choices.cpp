#include "app/labs/texture/texture_choices.h"

#include <fmt/format.h>

#include <algorithm>

#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {
namespace {

/// The resource that an input would make, its texels left out. The array of typed texels and files is the one that they
/// made last.
TextureSetup setup_of(const TextureWork& work, const TextureInput& input) {
  TextureSetup setup;
  const bool is_pattern = input.texels.content == TexelContent::pattern;
  setup.array = is_pattern ? pattern_array(input.texels) : work.setup->array;
  if (!is_pattern && !(input.texels == work.input.texels)) {
    setup.array.format = input.texels.format;
  }
  setup.resource = input.resource;
  const bool has_levels = input.resource == gpu::ResourceKind::mipmapped_array;
  const int most = static_cast<int>(gpu::full_level_count(setup.array.shape));
  setup.levels.resize(has_levels ? static_cast<std::size_t>(std::clamp(input.num_levels, 1, most)) : 1);
  setup.array.is_texture_gather = input.fetch.operation == kernels::TextureOperation::gather &&
                                  setup.array.kind == gpu::ArrayKind::plain && setup.array.shape.rank() == 2;
  return setup;
}

std::string input_refusal(const TextureWork& work, const TextureInput& input, const std::array<bool, 2>& shown) {
  const TextureSetup setup = setup_of(work, input);
  const gpu::ResourceFacts facts = setup.facts();
  std::string text = resource_refusal(facts);
  for (std::size_t side = 0; side < shown.size() && text.empty(); ++side) {
    if (shown[side]) {
      text = gpu::texture_refusal(facts, input.descriptors[side]);
    }
  }
  if (!text.empty()) {
    return text;
  }
  kernels::TextureFetch fetch = fetch_of(input);
  fetch.shape = setup.shape();
  // What linear memory is read by was not chosen: it has one way.
  if (input.resource == gpu::ResourceKind::linear && input.fetch.operation != work.input.fetch.operation) {
    fetch.operation = input.fetch.operation;
  }
  return refusal(setup, fetch);
}

}  // namespace

std::string choice_refusal(const TextureWork& work, std::size_t side, const gpu::TextureDescriptor& tried) {
  if (!work.setup) {
    return "";
  }
  std::string text = gpu::texture_refusal(work.setup->facts(), tried);
  return text == work.refusals[side] ? "" : text;
}

std::string choice_refusal(const TextureWork& work, const TextureInput& tried, const std::array<bool, 2>& shown) {
  if (!work.setup) {
    return "";
  }
  std::string text = input_refusal(work, tried, shown);
  return text == input_refusal(work, work.input, shown) ? "" : text;
}

std::string channels_refusal(const TextureWork& work, int num_channels) {
  const TexelContent content = work.input.texels.content;
  const bool is_file = content == TexelContent::image || content == TexelContent::npy;
  if (!is_file || !work.setup || work.setup->array.num_channels == num_channels) {
    return "";
  }
  return fmt::format("the file has {} channels", work.setup->array.num_channels);
}

}  // namespace texelscope::app
