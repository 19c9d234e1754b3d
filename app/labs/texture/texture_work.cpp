#include "app/labs/texture/texture_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>

#include "app/files/assets.h"
#include "app/files/file_error.h"
#include "app/files/path_list.h"
#include "app/labs/texture/texture_input.h"
#include "app/texture/texture_patterns.h"
#include "app/texture/texture_source.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {
namespace {

using gpu::ResourceKind;
using kernels::TextureOperation;

std::filesystem::path file_of(const TexelInput& input) {
  if (!input.file.empty()) {
    return typed_path(input.file);
  }
  const auto photo = find_asset("photo.png");
  if (input.content != TexelContent::image || !photo) {
    throw FileError(input.content == TexelContent::npy ? "enter the path of an .npy file"
                                                       : "enter the path of an image");
  }
  return *photo;
}

std::size_t num_levels_of(const TextureInput& input, const gpu::Extent& extent) {
  if (input.resource != ResourceKind::mipmapped_array) {
    return 1;
  }
  return static_cast<std::size_t>(std::clamp<int>(input.num_levels, 1, static_cast<int>(full_level_count(extent))));
}

/// Texture files are read for their levels and blocks.
TextureSource source_of(const TexelInput& texels, const OfferedPicture& given, const TextureSourceOptions& options) {
  const std::filesystem::path file = file_of(texels);
  const bool is_given = given.image && given.file == file && given.part == texels.part;
  return is_given && !given.image->stored && texture_parts(given.image->parts, options).empty()
             ? texture_source_of(*given.image, options)
             : load_texture_source(file, options);
}

void make_texels(const TextureInput& input, const OfferedPicture& given, TextureSetup& setup) {
  const TexelInput& texels = input.texels;
  if (texels.content == TexelContent::pattern) {
    setup.array = pattern_array(texels);
    setup.levels = pattern_levels(texels.pattern, setup.array, num_levels_of(input, setup.array.shape));
    return;
  }
  if (texels.content == TexelContent::recorded) {
    if (!texels.recorded) {
      throw FileError("the recorded texels are no longer known: choose other texels, or record the kernel again");
    }
    setup.array = texels.recorded->array;
    setup.levels = texels.recorded->levels;
    return;
  }
  TextureSource source;
  if (texels.content == TexelContent::typed) {
    source = parse_texels(texels.typed, texels.shape, texels.format, texels.num_channels);
  } else {
    TextureSourceOptions options{.kind = kind_of(texels.shape), .dims = rank_of(texels.shape)};
    options.keeps_blocks = true;
    if (!texels.keeps_format) {
      options.format = texels.format;
    }
    options.reading.part = texels.part;
    source = source_of(texels, given, options);
  }
  setup.array = source.array;
  const std::size_t num_levels = num_levels_of(input, setup.array.shape);
  setup.levels = texture_levels(std::move(source), num_levels);
}

bool has_same_texels(const TextureInput& a, const TextureInput& b) {
  return a.texels == b.texels && a.resource == b.resource && a.num_levels == b.num_levels;
}

/// The resource that an input would create, without its texels. Typed texels and files provide the array that they last
/// created.
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
  // Linear memory supports only one operation, so the user did not choose it.
  if (input.resource == gpu::ResourceKind::linear && input.fetch.operation != work.input.fetch.operation) {
    fetch.operation = input.fetch.operation;
  }
  return refusal(setup, fetch);
}

}  // namespace

std::string TextureWork::error(std::size_t side) const {
  for (const std::string* text : {&texel_error, &resource_error, &refusals[side], &fetch_error}) {
    if (!text->empty()) {
      return *text;
    }
  }
  return "";
}

TextureSetup TextureWork::setup_without_texels(std::size_t side) const {
  return {setup->array, input.descriptors[side], setup->resource,
          std::vector<std::vector<std::byte>>(setup->levels.size())};
}

void work_out(const TextureInput& input, bool reads_again, TextureWork& work) {
  const bool has_texels = work.setup.has_value() && !reads_again && has_same_texels(input, work.input);
  work.input = input;
  work.given = reads_again ? OfferedPicture() : work.given;
  work.resource_error.clear();
  work.fetch_error.clear();
  work.refusals.fill("");
  work.warnings.fill("");
  if (!has_texels) {
    ++work.texel_revision;
    work.texel_error.clear();
    work.setup.emplace();
    work.decoded.reset();
    work.setup->resource = input.resource;
    try {
      make_texels(input, work.given, *work.setup);
      constexpr std::size_t most_decoded_bytes = std::size_t{16} << 20U;
      if (gpu::is_block_compressed(work.setup->array.encoding) && work.setup->array.size_bytes() < most_decoded_bytes) {
        work.decoded = with_decoded_blocks(*work.setup);
      }
    } catch (const std::exception& error) {
      work.setup.reset();
      work.texel_error = error.what();
    }
  }
  if (!work.setup) {
    return;
  }
  TextureSetup& setup = *work.setup;
  setup.texture = input.descriptors[0];
  setup.array.is_texture_gather = input.fetch.operation == TextureOperation::gather &&
                                  setup.array.kind == gpu::ArrayKind::plain && setup.array.shape.rank() == 2;
  const gpu::ResourceFacts facts = setup.facts();
  work.resource_error = resource_refusal(facts);
  for (std::size_t side = 0; side < work.refusals.size(); ++side) {
    work.refusals[side] = gpu::texture_refusal(facts, input.descriptors[side]);
    work.warnings[side] = gpu::texture_warning(facts, input.descriptors[side]);
  }
  work.fetch_error = refusal(setup, fetch_of(input));
}

kernels::TextureFetch fetch_of(const TextureInput& input) {
  const FetchInput& from = input.fetch;
  kernels::TextureFetch fetch;
  fetch.shape = input.texels.shape;
  fetch.operation = input.resource == ResourceKind::linear ? TextureOperation::element : from.operation;
  fetch.layer = from.layer;
  fetch.level = from.level;
  std::ranges::copy(from.dx, fetch.dx);
  std::ranges::copy(from.dy, fetch.dy);
  fetch.component = from.component;
  return fetch;
}

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
  if (tried.texels.content == TexelContent::recorded && !has_same_texels(tried, work.input)) {
    return "the recorded texels have their own shape, format and resource";
  }
  std::string text = input_refusal(work, tried, shown);
  return text == input_refusal(work, work.input, shown) ? "" : text;
}

std::string channels_refusal(const TextureWork& work, int num_channels) {
  const TexelContent content = work.input.texels.content;
  const bool is_given =
      content == TexelContent::image || content == TexelContent::npy || content == TexelContent::recorded;
  if (!is_given || !work.setup || work.setup->array.num_channels == num_channels) {
    return "";
  }
  return fmt::format("the texels have {} channels", work.setup->array.num_channels);
}

}  // namespace texelscope::app
