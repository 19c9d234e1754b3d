#include "app/labs/texture/texture_lab.h"

#include <algorithm>
#include <cmath>
#include <exception>

#include "app/texture/texture_source.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::FilterMode;

}  // namespace

TextureLab::TextureLab() {
  for (gpu::TextureDescriptor& descriptor : input.descriptors) {
    descriptor.address_mode = AddressMode::wrap;
    descriptor.read_mode = gpu::ReadMode::normalized_float;
    descriptor.normalized_coords = true;
  }
  input.descriptors[0].filter_mode = FilterMode::linear;
}

TextureLab::~TextureLab() = default;

bool TextureLab::take_file(const std::filesystem::path& path) {
  TexelInput& texels = input.texels;
  texels.file = path.string();
  texels.keeps_format = true;
  if (path.extension() != ".npy") {
    texels.content = TexelContent::image;
    texels.shape = kernels::TextureShape::texture_2d;
    return true;
  }
  texels.content = TexelContent::npy;
  try {
    const gpu::NpyHeader header = gpu::read_npy_header(path);
    const int rank =
        array_of_shape(header.layout.shape(), gpu::DataType::uint8, gpu::ArrayKind::plain, {}).shape.rank();
    texels.shape = static_cast<kernels::TextureShape>(rank - 1);
  } catch (const std::exception&) {
    // The panel tells it, beside the file.
  }
  return true;
}

void TextureLab::run() {
  reads_again_ = true;
  update();
}

void TextureLab::release() {
  sampler_.reset();
  bound_revision_ = -1;
  bound_texels_ = -1;
  sampled_.reset();
  probed_ = {};
  signalled_ = {};
  needs_finer_ = false;
}

void TextureLab::update() {
  is_picture_drawn_ = false;
  if (is_worked_out_ && !shows(probe.side)) {
    // A probe of what is not seen would be a riddle.
    const kernels::TextureFetch fetch = probe_fetch(1 - probe.side);
    probe.side = 1 - probe.side;
    probe.coordinates = {fetch.x, fetch.y, fetch.z};
  }
  if (is_worked_out_ && !reads_again_ && work_.input == input) {
    return;
  }
  const std::optional<Point> place = is_worked_out_ ? probe_position() : std::nullopt;
  const bool is_cut_elsewhere = is_worked_out_ && input.fetch.depth != work_.input.fetch.depth;
  work_out(input, reads_again_, work_);
  ++revision_;
  reads_again_ = false;
  is_worked_out_ = true;
  // Where coordinates are counted otherwise now, the probe stays where it is seen.
  if (place && work_.setup) {
    const std::optional<Point> now = probe_position();
    if (is_cut_elsewhere || !now || std::abs(now->x - place->x) > 1e-6 || std::abs(now->y - place->y) > 1e-6) {
      const kernels::TextureFetch fetch = fetch_at_position(input, work_.setup_without_texels(probe.side), *place);
      probe.coordinates = {fetch.x, fetch.y, fetch.z};
    }
  }
}

bool TextureLab::shows(std::size_t side) const {
  return comparison == TextureComparison::a ? side == 0 : comparison == TextureComparison::b ? side == 1 : true;
}

std::size_t TextureLab::side_at(double part) const {
  switch (comparison) {
    case TextureComparison::a:
      return 0;
    case TextureComparison::b:
      return 1;
    case TextureComparison::split:
      return part < split ? 0 : 1;
    default:
      return edited;
  }
}

void TextureLab::choose_tab(TextureTab chosen) {
  tab = chosen;
  has_unseen_picture_ = false;
  if (chosen == TextureTab::probe || chosen == TextureTab::code) {
    text = chosen;
  }
}

void TextureLab::choose_resource(gpu::ResourceKind resource) {
  input.resource = resource;
  if (resource != gpu::ResourceKind::mipmapped_array) {
    return;
  }
  if (work_.setup) {
    input.num_levels = static_cast<int>(gpu::full_level_count(work_.setup->array.shape));
  }
  for (gpu::TextureDescriptor& descriptor : input.descriptors) {
    if (descriptor.max_mipmap_level_clamp <= 0) {
      descriptor.max_mipmap_level_clamp = static_cast<float>(input.num_levels - 1);
    }
  }
}

void TextureLab::probe_pixel(std::size_t side, Point part, int width, int height) {
  if (!work_.setup) {
    return;
  }
  const FetchPlane plane = picture_plane(input, work_.setup_without_texels(side), view, width, height);
  const auto pixel = [](double at, int extent) {
    return std::clamp(static_cast<int>(std::floor(at * extent)), 0, extent - 1);
  };
  const kernels::TextureFetch fetch = fetch_at(plane, pixel(part.x, width), pixel(part.y, height));
  probe.side = side;
  probe.coordinates = {fetch.x, fetch.y, fetch.z};
}

kernels::TextureFetch TextureLab::probe_fetch(std::size_t side) const {
  kernels::TextureFetch fetch = fetch_of(input);
  std::array<float, 3> at = probe.coordinates;
  const bool is_normalized = input.descriptors[side].normalized_coords;
  if (side != probe.side && is_normalized != input.descriptors[probe.side].normalized_coords && work_.setup) {
    const std::optional<Point> place = probe_position();
    return fetch_at_position(input, work_.setup_without_texels(side), place.value_or(Point{}));
  }
  fetch.x = at[0];
  fetch.y = at[1];
  fetch.z = at[2];
  if (fetch.operation == kernels::TextureOperation::element) {
    fetch.element = kernels::float_to_int(kernels::floor(at[0]));
  }
  return fetch;
}

std::optional<Point> TextureLab::probe_position() const {
  return work_.setup ? position_of(work_.setup_without_texels(probe.side), work_.input.fetch, probe.coordinates)
                     : std::nullopt;
}

std::array<Point, 2> TextureLab::signal_line() const {
  const Point middle = probe_position().value_or(view.center);
  switch (signal_input.line) {
    case SignalLine::row:
      return {Point{view.first().x, middle.y}, Point{view.last().x, middle.y}};
    case SignalLine::column:
      return {Point{middle.x, view.first().y}, Point{middle.x, view.last().y}};
    case SignalLine::free:
      break;
  }
  return {signal_input.from, signal_input.to};
}

}  // namespace texelscope::app
