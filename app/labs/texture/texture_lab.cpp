#include "app/labs/texture/texture_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <span>
#include <string_view>
#include <utility>

#include "app/files/file_error.h"
#include "app/files/path_list.h"
#include "app/images/image_convert.h"
#include "app/labs/lab_setting.h"
#include "app/texture/texture_names.h"
#include "app/texture/texture_source.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::FilterMode;

using std::string_view;

constexpr std::array<string_view, 5> contents = {"pattern", "typed", "image", "npy", "recorded"};
constexpr std::array<string_view, 7> shapes = {
    "1d", "2d", "3d", "layered_1d", "layered_2d", "cube_map", "layered_cube_map"};
constexpr std::array<string_view, 4> operations = {"sample", "level", "gradients", "gather"};
constexpr std::array<string_view, 2> sides = {"a", "b"};
constexpr std::array<string_view, 5> comparisons = {"a", "b", "split", "difference", "bits"};
constexpr std::array<string_view, 5> channel_names = {"color", "x", "y", "z", "w"};
constexpr std::array<string_view, 3> lines = {"row", "column", "free"};
constexpr std::array<string_view, 4> texture_tabs = {"picture", "signal", "probe", "code"};
constexpr std::array<string_view, 3> codes = {"cuda", "cuda_core", "cpp"};

SettingText modes_of(gpu::AddressModes& value) {
  return {[&value] { return fmt::format("{} {} {}", to_string(value[0]), to_string(value[1]), to_string(value[2])); },
          [&value](string_view name, const std::string& text) {
            const auto modes = read_values<gpu::AddressMode, 3>(
                name, text, [](auto part_name, const auto& part, gpu::AddressMode& mode) {
                  take_choice(part_name, part, address_mode_names(), mode);
                });
            value = {modes[0], modes[1], modes[2]};
          }};
}

void append_descriptor(std::vector<LabSetting>& all, const std::string& side, gpu::TextureDescriptor& texture) {
  all.push_back({side + "_address", modes_of(texture.address_mode)});
  all.push_back({side + "_filter", choice_of(texture.filter_mode, filter_mode_names())});
  all.push_back({side + "_read", choice_of(texture.read_mode, read_mode_names())});
  all.push_back({side + "_normalized_coords", switch_of(texture.normalized_coords)});
  all.push_back({side + "_srgb", switch_of(texture.srgb)});
  all.push_back({side + "_seamless_cubemap", switch_of(texture.seamless_cubemap)});
  all.push_back({side + "_disable_trilinear_optimization", switch_of(texture.disable_trilinear_optimization)});
  all.push_back({side + "_max_anisotropy", integer_of(texture.max_anisotropy, 0, 16)});
  all.push_back({side + "_mipmap_filter", choice_of(texture.mipmap_filter_mode, filter_mode_names())});
  all.push_back({side + "_mipmap_level_bias", real_of(texture.mipmap_level_bias)});
  all.push_back({side + "_min_mipmap_level_clamp", real_of(texture.min_mipmap_level_clamp)});
  all.push_back({side + "_max_mipmap_level_clamp", real_of(texture.max_mipmap_level_clamp)});
  all.push_back({side + "_border_color", reals_of(texture.border_color)});
}

/// The time limits of an image during changes, and at rest.
constexpr double moving_seconds = 0.04;
constexpr double resting_seconds = 0.5;

/// Screen pixels per fetch, to limit the time of an image.
int pixel_size_for(double pixels, double seconds_per_fetch, double seconds) {
  const double most = std::max(seconds / seconds_per_fetch, 2000.0);
  return static_cast<int>(std::clamp(std::ceil(std::sqrt(pixels / most)), 1.0, 32.0));
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

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

std::vector<std::filesystem::path> TextureLab::files_to_read() const {
  const bool has_file = input.texels.content == TexelContent::npy || input.texels.content == TexelContent::image;
  return has_file && !input.texels.file.empty() ? std::vector<std::filesystem::path>{typed_path(input.texels.file)}
                                                : std::vector<std::filesystem::path>{};
}

void TextureLab::wait_for_file() {
  update();
  if (!files_to_read().empty() && !work_.texel_error.empty()) {
    throw FileError(work_.texel_error);
  }
}

bool TextureLab::take_file(const std::filesystem::path& path) {
  TexelInput& texels = input.texels;
  texels.file = path.string();
  texels.part.clear();
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
    // The panel shows the error next to the file.
  }
  return true;
}

void TextureLab::work_on(const SeenPicture& seen) {
  const Image& image = *seen.picture.image;
  if (image.depth > 1 || !take_file(seen.picture.file)) {
    return;
  }
  // An array of shape (h, w, 3) would otherwise be a volume.
  input.texels.shape = kernels::TextureShape::texture_2d;
  input.texels.part = seen.picture.part;
  input.resource = gpu::ResourceKind::array;
  input.fetch = {};
  work_.given = seen.picture;
  gpu::TextureDescriptor& a = input.descriptors[0];
  if (seen.texture) {
    a = *seen.texture;
  }
  const bool has_numbers = is_number_type(image.type);
  for (gpu::TextureDescriptor& each : input.descriptors) {
    each.read_mode = has_numbers ? gpu::ReadMode::element : gpu::ReadMode::normalized_float;
    each.filter_mode = has_numbers ? FilterMode::point : each.filter_mode;
    each.srgb = false;
  }
  edited = 0;
  comparison = TextureComparison::a;
  tab = TextureTab::picture;
  const Point at = seen.focus();
  view.is_fit = !seen.view || seen.view->is_fit;
  view.center = {at.x / image.width, at.y / image.height};
  wanted_zoom_ = view.is_fit ? std::nullopt : std::optional(seen.view->zoom);
  const double width = a.normalized_coords ? image.width : 1;
  const double height = a.normalized_coords ? image.height : 1;
  probe = {0, {static_cast<float>(at.x / width), static_cast<float>(at.y / height), 0.5F}, seen.at.has_value()};
}

void TextureLab::run() {
  reads_again_ = true;
  update();
}

OfferedPicture TextureLab::shown_picture() const {
  if (comparison == TextureComparison::difference && pictures_.difference) {
    return {"difference of fetches", pictures_.difference, "", ""};
  }
  return {"fetches", values_image(shown_fetches()), "", ""};
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
    // A probe of an invisible descriptor would be confusing.
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
  // When the coordinates' units change, the probe stays where it is displayed.
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

std::string TextureLab::as_read(std::string_view name, const std::string& value) const {
  return name == "typed" ? texels_as_read(value, input.texels.num_channels) : value;
}

LabSettings TextureLab::declare_settings() {
  TexelInput& texels = input.texels;
  FetchInput& fetch = input.fetch;
  const auto take_channels = [this](int count) { input.texels.num_channels = count == 3 ? 4 : count; };
  const auto take_text = [this](TextureTab chosen) {
    text = chosen == TextureTab::code ? TextureTab::code : TextureTab::probe;
  };
  std::vector<LabSetting> all{
      {"content", choice_of(texels.content, contents)},
      {"pattern", text_of(texels.pattern)},
      {"typed", text_of(texels.typed, std::size_t{1} << 16)},
      {"file", text_of(texels.file)},
      {"part", text_of(texels.part)},
      {"shape", choice_of(texels.shape, shapes)},
      {"width", integer_of(texels.extent[0], 1, max_pattern_extent)},
      {"height", integer_of(texels.extent[1], 1, max_pattern_extent)},
      {"depth", integer_of(texels.extent[2], 1, max_pattern_extent)},
      {"layers", integer_of(texels.num_layers, 1, max_pattern_layers)},
      {"format", choice_of(texels.format, format_names())},
      {"keeps_format", switch_of(texels.keeps_format)},
      {"channels", integer_of(int{texels.num_channels}, 1, 4, take_channels)},
      {"resource", choice_of(input.resource, resource_kind_names())},
      {"levels", integer_of(input.num_levels, 1, 32)},
      {"operation", choice_of(fetch.operation, operations)},
      {"level", real_of(fetch.level)},
      {"dx", reals_of(fetch.dx)},
      {"dy", reals_of(fetch.dy)},
      {"component", integer_of(fetch.component, 0, 3)},
      {"layer", integer_of(fetch.layer, -1, max_pattern_layers)},
      {"face", integer_of(fetch.face, 0, 5)},
      {"slice", real_of(fetch.depth, 0.0F, 1.0F)},
  };
  append_descriptor(all, "a", input.descriptors[0]);
  append_descriptor(all, "b", input.descriptors[1]);
  const std::vector<LabSetting> shown{
      {"edited", choice_of(edited, sides)},
      {"comparison", choice_of(comparison, comparisons)},
      {"split", real_of(split, 0.0, 1.0)},
      {"shown_channels", choice_of(channels, channel_names)},
      {"gain_log2", integer_of(gain_log2, 0, 24)},
      {"grid", switch_of(has_grid)},
      {"fits", switch_of(view.is_fit)},
      {"center", point_of(view.center, -largest_span, largest_span)},
      {"span", point_of(view.span, smallest_span, largest_span)},
      {"probe_side", choice_of(probe.side, sides)},
      {"probe", reals_of(probe.coordinates)},
      {"probe_pinned", switch_of(probe.is_pinned)},
      {"line", choice_of(signal_input.line, lines)},
      {"line_from", point_of(signal_input.from)},
      {"line_to", point_of(signal_input.to)},
      {"line_channel", integer_of(signal_input.channel, 0, 3)},
      {"text", choice_of(TextureTab{text}, texture_tabs, take_text)},
      {"tab", choice_of(tab, texture_tabs)},
      {"code", choice_of(code, codes)},
  };
  all.insert(all.end(), shown.begin(), shown.end());
  return {"texture lab", std::move(all)};
}

void TextureLab::prepare(const std::optional<gpu::Device>& device) {
  const std::array<bool, 2> shown{shows(0), shows(1)};
  if (!device || !work_.setup || (bound_revision_ == revision_ && bound_sides_ == shown)) {
    return;
  }
  try {
    device_error_.clear();
    if (!sampler_) {
      sampler_.emplace(*device);
    }
    if (bound_texels_ == work_.texel_revision) {
      sampler_->rebind(work_, shown);
    } else {
      sampler_->bind(work_, shown);
    }
    bound_texels_ = work_.texel_revision;
  } catch (const std::exception& error) {
    fail(error.what());
  }
  // A failed operation is retried with the next change, not in each frame.
  bound_revision_ = revision_;
  bound_sides_ = shown;
}

void TextureLab::fail(const std::string& error) {
  device_error_ = error;
  pictures_ = {};
  sampler_.reset();
  bound_texels_ = -1;
}

void TextureLab::sample(const std::optional<gpu::Device>& device, int width, int height) {
  is_picture_drawn_ = true;
  has_unseen_picture_ = false;
  if (!device || !work_.setup || width < 1 || height < 1) {
    return;
  }
  settle(view, work_.setup->array, width, height);
  if (const std::optional<double> zoom = std::exchange(wanted_zoom_, std::nullopt)) {
    const gpu::Extent& shape = work_.setup->array.shape;
    view.span = {width / (*zoom * static_cast<double>(shape.width())),
                 height / (*zoom * static_cast<double>(shape.height()))};
  }
  const Sampled wanted{revision_, view, width, height, comparison, channels, gain_log2};
  const bool is_same = sampled_ == wanted;
  if (is_same && !needs_finer_) {
    return;
  }
  const double pixels = static_cast<double>(width) * height * (shows(0) && shows(1) ? 2 : 1);
  const int finest = pixel_size_for(pixels, seconds_per_fetch_, resting_seconds);
  const int pixel_size = is_same ? finest : pixel_size_for(pixels, seconds_per_fetch_, moving_seconds);
  prepare(device);
  try {
    if (sampler_) {
      fill_pictures(wanted, pixel_size);
    }
  } catch (const std::exception& error) {
    fail(error.what());
  }
  sampled_ = wanted;
  needs_finer_ = device_error_.empty() && pixel_size > finest;
  has_unseen_picture_ = true;
}

void TextureLab::fill_pictures(const Sampled& wanted, int pixel_size) {
  pictures_ = {};
  pictures_.pixel_size = pixel_size;
  const int columns = (wanted.width + pixel_size - 1) / pixel_size;
  const int rows = (wanted.height + pixel_size - 1) / pixel_size;
  for (std::size_t side = 0; side < 2; ++side) {
    if (!shows(side) || !sampler_->has(side)) {
      continue;
    }
    TextureSetup setup = work_.setup_without_texels(side);
    FetchPlane plane = picture_plane(input, setup, view, wanted.width, wanted.height);
    // The fetches of every pixel_size-th pixel, starting at the middle of the first block.
    const auto middle = std::floor(static_cast<float>(pixel_size - 1) / 2);
    plane.origin = (plane.by_x * middle + plane.by_y * middle) + plane.origin;
    plane.by_x = plane.by_x * static_cast<float>(pixel_size);
    plane.by_y = plane.by_y * static_cast<float>(pixel_size);
    plane.width = columns;
    plane.height = rows;
    const double start = seconds();
    FetchedPicture& picture = pictures_.fetched[side];
    picture = {columns, rows, sampler_->sample(side, plane), setup.result_kind(), num_result_channels(work_), {}};
    const double took = (seconds() - start) / (static_cast<double>(columns) * rows);
    seconds_per_fetch_ = 0.5 * seconds_per_fetch_ + 0.5 * took;
    setup.levels = work_.setup->levels;
    picture.range = shown_range(setup);
    pictures_.images[side] = picture_image(picture, channels);
  }
  const bool has_both = pictures_.images[0] != nullptr && pictures_.images[1] != nullptr;
  if (has_both && comparison == TextureComparison::difference) {
    pictures_.difference =
        difference_image(pictures_.fetched[0], pictures_.fetched[1], channels, std::ldexp(1.0, gain_log2));
  }
  if (has_both && (comparison == TextureComparison::bits || comparison == TextureComparison::difference)) {
    pictures_.bits = bit_differences(pictures_.fetched[0], pictures_.fetched[1]);
  }
}

const ProbeResult& TextureLab::probe_result(std::size_t side) {
  Probed& probed = probed_[side];
  if (probed.revision == revision_ && probed.probe == probe &&
      probed.result.device.has_value() == (sampler_ && sampler_->has(side))) {
    return probed.result;
  }
  probed.revision = revision_;
  probed.probe = probe;
  try {
    probed.result = app::probe_fetch(work_, side, probe_fetch(side), sampler_ ? &*sampler_ : nullptr);
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return probed.result;
}

const TextureSignal& TextureLab::signal(int count) {
  const std::array<Point, 2> line = signal_line();
  const auto is_same = [](const std::array<Point, 2>& a, const std::array<Point, 2>& b) {
    return a[0].x == b[0].x && a[0].y == b[0].y && a[1].x == b[1].x && a[1].y == b[1].y;
  };
  if (!sampler_ || bound_revision_ != revision_ || count < 2 ||
      (signalled_.revision == revision_ && is_same(signalled_.line, line) && signalled_.input == signal_input &&
       signalled_.comparison == comparison && signalled_.count == count)) {
    return signalled_.signal;
  }
  signalled_ = {revision_, line, signal_input, comparison, count, {}};
  try {
    signalled_.signal = trace_signal(work_, {shows(0), shows(1)}, line, signal_input.channel, count, *sampler_);
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return signalled_.signal;
}

}  // namespace texelscope::app
