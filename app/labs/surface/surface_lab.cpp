#include "app/labs/surface/surface_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <span>
#include <sstream>
#include <string_view>

#include "app/files/abandoned_tasks.h"
#include "app/images/image.h"
#include "app/labs/lab_setting.h"
#include "app/text/count_text.h"
#include "app/texture/texture_names.h"
#include "app/texture/texture_source.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::string done_text(const LevelTexels& texels, const PlacedStroke& placed) {
  return fmt::format("{}: {} of {} changed.", to_string(placed.stroke), count_text(texels.changed_bytes(), "byte"),
                     count_text(texels.changed_texels(), "texel"));
}

constexpr std::array<std::string_view, 4> surface_tabs = {"paint", "bytes", "elements", "texture"};

/// See SurfaceInput::picture.
std::string key_of(const OfferedPicture& picture) {
  return picture.part.empty() ? picture.file.string() : fmt::format("{}#{}", picture.file.string(), picture.part);
}
constexpr int largest_picture_place = 1 << 20;

/// A stroke as a line: level, x, y, width, height, x_in, boundary, value in hexadecimal.
std::string line_of(const PlacedStroke& placed) {
  const SurfaceStroke& stroke = placed.stroke;
  std::string line = fmt::format("{} {} {} {} {} {} {} ", placed.level, stroke.x, stroke.y, stroke.width, stroke.height,
                                 name_of(brush_x_names, stroke.x_in), to_string(stroke.boundary));
  for (const std::byte byte : stroke.value) {
    line += fmt::format("{:02x}", std::to_integer<int>(byte));
  }
  return line;
}

PlacedStroke stroke_from_line(const std::string& line) {
  std::istringstream stream{line};
  PlacedStroke placed;
  SurfaceStroke& stroke = placed.stroke;
  std::string x_in;
  std::string boundary;
  std::string value;
  stream >> placed.level >> stroke.x >> stroke.y >> stroke.width >> stroke.height >> x_in >> boundary >> value;
  const auto is_hexadecimal = [](char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'f');
  };
  if (!stream || value.size() != 2 * stroke.value.size() || !std::ranges::all_of(value, is_hexadecimal)) {
    throw ParameterError(fmt::format("'{}' is not a stroke; remove the strokes", line));
  }
  take_choice("x_in", x_in, brush_x_names, stroke.x_in);
  take_choice("boundary", boundary, boundary_mode_names(), stroke.boundary);
  for (std::size_t i = 0; i < stroke.value.size(); ++i) {
    stroke.value[i] = static_cast<std::byte>(std::stoi(value.substr(2 * i, 2), nullptr, 16));
  }
  if (const std::string text = refusal(stroke); !text.empty()) {
    throw ParameterError(text);
  }
  return placed;
}

}  // namespace

gpu::ArrayDescriptor SurfaceInput::descriptor() const {
  return {.shape = {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)},
          .format = format,
          .num_channels = channels,
          .is_surface_load_store = true};
}

int SurfaceInput::max_levels() const { return static_cast<int>(gpu::full_level_count(descriptor().shape)); }

double SurfaceInput::white() const {
  const bool has_one_byte = gpu::size_bytes(format) == 1;
  return fill == SurfaceFill::numbers && picture.empty() && !has_one_byte ? std::max(width * height - 1, 1)
                                                                          : white_of(format);
}

bool LevelTexels::is_changed(int x, int y) const {
  return std::memcmp(now.data() + offset(x, y), before.data() + offset(x, y), element_size) != 0;
}

std::size_t LevelTexels::changed_bytes() const {
  std::size_t count = 0;
  for (std::size_t byte = 0; byte < now.size(); ++byte) {
    count += now[byte] != before[byte] ? 1U : 0U;
  }
  return count;
}

int LevelTexels::changed_texels() const {
  int count = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      count += is_changed(x, y) ? 1 : 0;
    }
  }
  return count;
}

SurfaceLab::~SurfaceLab() { end_trial(); }

bool SurfaceLab::can_run() const { return stroke_.has_value() && !is_trying(); }

void SurfaceLab::run() {
  if (can_run()) {
    wanted_.push_back({{level, *stroke_}, false});
  }
}

void SurfaceLab::release() {
  end_trial();
  wanted_.clear();
  sampled_.clear();
  levels_.reset();
  texels_.clear();
}

OfferedPicture SurfaceLab::shown_picture() const {
  const LevelTexels& texels = *chosen();
  const gpu::DataType format = made_of_->format;
  Image image{texels.width, texels.height, made_of_->channels, format, texels.now};
  if (format != gpu::DataType::uint8 && format != gpu::DataType::uint16) {
    std::vector<float> values(texels.now.size() / gpu::size_bytes(format));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(channel_value(texels.now.data() + i * gpu::size_bytes(format), format));
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
    image.type = gpu::DataType::float32;
    image.pixels.assign(bytes.begin(), bytes.end());
  }
  return {fmt::format("level {}", level), std::make_shared<const Image>(std::move(image)), "", ""};
}

void SurfaceLab::update() {
  input.width = std::clamp(input.width, 1, max_extent);
  input.height = std::clamp(input.height, 1, max_extent);
  input.num_levels = std::clamp(input.num_levels, 1, input.max_levels());
  level = std::min(level, static_cast<std::size_t>(input.num_levels - 1));
  if (made_of_ && !(*made_of_ == input)) {
    strokes_.clear();
    report_.reset();
  }
  brush_error_.clear();
  stroke_.reset();
  try {
    SurfaceStroke stroke = brush.stroke;
    stroke.value = texel_bytes(numbers_from_text(brush.value), input.format, input.channels);
    brush_error_ = refusal(stroke);
    if (brush_error_.empty()) {
      stroke_ = stroke;
    }
  } catch (const gpu::Error& error) {
    brush_error_ = error.what();
  }
}

gpu::ArrayDescriptor SurfaceLab::level_descriptor() const {
  return gpu::level_descriptor(input.descriptor(), static_cast<unsigned>(level));
}

void SurfaceLab::choose_format(gpu::DataType format) {
  try {
    std::vector<double> numbers = numbers_from_text(brush.value);
    for (double& number : numbers) {
      number *= white_of(format) / white_of(input.format);
      number = gpu::is_floating_point(format) ? std::round(number * 1000) / 1000 : std::floor(number);
    }
    brush.value = text_of_numbers(numbers);
  } catch (const gpu::Error&) {
    // An invalid list of numbers remains, with its error.
  }
  input.format = format;
}

void SurfaceLab::choose_tab(SurfaceTab chosen) {
  tab = chosen;
  if (chosen != SurfaceTab::paint) {
    reading = chosen;
  }
}

void SurfaceLab::work_on(const SeenPicture& seen) {
  const Image& image = *seen.picture.image;
  if (image.depth > 1) {
    return;
  }
  input.picture = key_of(seen.picture);
  offer(seen.picture);
  input.width = std::min(image.width, copied_extent);
  input.height = std::min(image.height, copied_extent);
  const Point at = seen.focus();
  const auto first = [](double middle, int size, int all) {
    return std::clamp(static_cast<int>(std::floor(middle)) - size / 2, 0, all - size);
  };
  input.picture_x = first(at.x, input.width, image.width);
  input.picture_y = first(at.y, input.height, image.height);
  choose_format(image.type);
  input.channels = image.channels == 3 ? 4 : image.channels;
  input.num_levels = std::min(3, input.max_levels());
  level = 0;
  brush.stroke.x = std::clamp(static_cast<int>(std::floor(at.x)) - input.picture_x, 0, input.width - 1);
  brush.stroke.y = std::clamp(static_cast<int>(std::floor(at.y)) - input.picture_y, 0, input.height - 1);
  brush.stroke.width = brush.stroke.height = 1;
  brush.stroke.x_in = BrushX::texels;
  strokes_.clear();
  wanted_.clear();
  report_.reset();
}

void SurfaceLab::offer(const OfferedPicture& picture) {
  if (given_.image != picture.image && key_of(picture) == input.picture) {
    given_ = picture;
    made_of_.reset();
  }
}

const OfferedPicture* SurfaceLab::copied_picture() const {
  return given_.image && !input.picture.empty() && key_of(given_) == input.picture ? &given_ : nullptr;
}

void SurfaceLab::refill(SurfaceFill fill) {
  input.fill = fill;
  input.picture.clear();
  strokes_.clear();
  wanted_.clear();
  report_.reset();
  made_of_.reset();
}

void SurfaceLab::drag_to(int x, int y) {
  if (!drag_) {
    drag_ = Drag{x, y};
    want(x, y, false);
    return;
  }
  // Fills in every texel in between, so that fast mouse moves leave no gaps.
  const int steps = std::max(std::abs(x - drag_->x), std::abs(y - drag_->y));
  const Drag from = *drag_;
  for (int step = 1; step <= steps && !drag_->is_ended; ++step) {
    want(from.x + (x - from.x) * step / steps, from.y + (y - from.y) * step / steps, true);
  }
  drag_->x = x;
  drag_->y = y;
}

void SurfaceLab::want(int x, int y, bool continues) {
  if (!stroke_ || is_trying()) {
    return;
  }
  SurfaceStroke stroke = *stroke_;
  const int first = x - stroke.width / 2;
  stroke.x = stroke.x_in == BrushX::bytes ? first * static_cast<int>(input.descriptor().element_size()) : first;
  stroke.y = y - stroke.height / 2;
  brush.stroke.x = stroke.x;
  brush.stroke.y = stroke.y;
  wanted_.push_back({{level, stroke}, continues});
}

void SurfaceLab::advance(const std::optional<gpu::Device>& device) {
  try {
    if (!device) {
      throw gpu::InvalidState("there is no device to create surfaces on");
    }
    take_trial();
    if (levels_ == nullptr || made_of_ != input) {
      make_levels(*device);
    }
    error_.clear();
    for (const Wanted& each : std::exchange(wanted_, {})) {
      if (!is_trying()) {
        make_stroke(each);
      }
    }
  } catch (const std::exception& error) {
    release();
    error_ = error.what();
  }
}

std::vector<std::vector<std::byte>> SurfaceLab::initial_texels() const {
  std::vector<std::vector<std::byte>> levels;
  const OfferedPicture* const copied = copied_picture();
  if (copied == nullptr) {
    for (int i = 0; i < input.num_levels; ++i) {
      const gpu::Extent shape = gpu::level_descriptor(input.descriptor(), static_cast<unsigned>(i)).shape;
      levels.push_back(filled_texels(input.fill, static_cast<int>(shape.width()), static_cast<int>(shape.height()),
                                     input.format, input.channels));
    }
    return levels;
  }
  const Image& all = *copied->image;
  Image image{input.width, input.height, all.channels, all.type, {}};
  const std::size_t texel = static_cast<std::size_t>(all.channels) * gpu::size_bytes(all.type);
  image.pixels.resize(texel * static_cast<std::size_t>(input.width) * static_cast<std::size_t>(input.height));
  for (int y = 0; y < std::min(input.height, all.height - input.picture_y); ++y) {
    const auto row = static_cast<std::size_t>(input.picture_y + y) * static_cast<std::size_t>(all.width) +
                     static_cast<std::size_t>(input.picture_x);
    const auto columns = static_cast<std::size_t>(std::clamp(all.width - input.picture_x, 0, input.width));
    std::memcpy(image.pixels.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(input.width) * texel,
                all.pixels.data() + row * texel, columns * texel);
  }
  TextureSource source = texture_source_of(std::move(image), {.format = input.format});
  return texture_levels(std::move(source), static_cast<std::size_t>(input.num_levels));
}

void SurfaceLab::make_levels(const gpu::Device& device) {
  end_trial();
  sampled_.clear();
  levels_.reset();
  texels_.clear();
  std::vector<std::vector<std::byte>> initial = initial_texels();
  levels_ = std::make_unique<SurfaceLevels>(device, input.descriptor(), static_cast<unsigned>(input.num_levels));
  for (std::size_t i = 0; i < levels_->num_levels(); ++i) {
    const gpu::ArrayDescriptor& descriptor = levels_->descriptor(i);
    LevelTexels each{static_cast<int>(descriptor.shape.width()),
                     static_cast<int>(descriptor.shape.height()),
                     descriptor.element_size(),
                     {},
                     {}};
    each.now = std::move(initial[i]);
    each.before = each.now;
    levels_->set(i, each.now);
    texels_.push_back(std::move(each));
  }
  made_of_ = input;
  for (const PlacedStroke& placed : std::exchange(strokes_, {})) {
    const bool is_there = placed.level < texels_.size() && refusal(placed.stroke).empty();
    if (is_there && !ends_context(facts_of(placed.stroke, levels_->descriptor(placed.level)), placed.stroke.boundary)) {
      make_stroke({placed, false});
    }
  }
}

void SurfaceLab::make_stroke(const Wanted& wanted) {
  const PlacedStroke& placed = wanted.placed;
  const gpu::ArrayDescriptor& descriptor = levels_->descriptor(placed.level);
  if (!wanted.continues) {
    for (LevelTexels& each : texels_) {
      each.before = each.now;
    }
  }
  if (ends_context(facts_of(placed.stroke, descriptor), placed.stroke.boundary)) {
    begin_trial(placed);
    return;
  }
  levels_->write(placed.level, placed.stroke);
  read_back(placed.level);
  keep(placed);
  report_ = StrokeReport{placed, std::nullopt, done_text(texels_[placed.level], placed)};
}

void SurfaceLab::read_back(std::size_t of_level) {
  texels_[of_level].now = levels_->texels(of_level);
  std::erase_if(sampled_, [&](const SampledLevel& each) { return each.level == of_level; });
}

void SurfaceLab::keep(const PlacedStroke& placed) {
  if (strokes_.size() == max_strokes) {
    strokes_.erase(strokes_.begin());
  }
  strokes_.push_back(placed);
}

void SurfaceLab::begin_trial(const PlacedStroke& placed) {
  if (drag_) {
    drag_->is_ended = true;
  }
  tried_ = placed;
  report_ = StrokeReport{placed, std::nullopt, "Running in a child process …"};
  trial_stop_ = {};
  trial_ = std::async(std::launch::async,
                      [trial = SurfaceTrial{levels_->device().id(), levels_->descriptor(placed.level), placed.stroke},
                       texels = texels_[placed.level].now, stop = trial_stop_.get_token(),
                       file = program] { return try_in_child(trial, texels, stop, file); });
}

void SurfaceLab::take_trial() {
  if (!is_ready(trial_)) {
    return;
  }
  const TrialOutcome outcome = trial_.get();
  LevelTexels* const texels = tried_.level < texels_.size() ? &texels_[tried_.level] : nullptr;
  std::string text;
  switch (outcome.ending) {
    case TrialEnding::written:
      if (levels_ != nullptr && texels != nullptr && texels->now.size() == outcome.texels.size()) {
        levels_->set(tried_.level, outcome.texels);
        read_back(tried_.level);
        text = fmt::format("A child process ran the stroke, and its context survived. {}", done_text(*texels, tried_));
      }
      break;
    case TrialEnding::context_lost:
      text = fmt::format(
          "The stroke destroyed the context of the child process that ran it: {}. This window's context is unaffected, "
          "and "
          "nothing was written.{}",
          outcome.status,
          levels_ != nullptr && levels_->device().id().kind == gpu::DeviceKind::cuda
              ? " From now on, this GPU's frames may be stale or wrong: see docs/surfaces.md."
              : "");
      break;
    case TrialEnding::not_tried:
      text = "The stroke was not run, because it may destroy the context: " + outcome.text;
      break;
  }
  report_ = StrokeReport{tried_, outcome.ending, text};
}

std::optional<WorkInProgress> SurfaceLab::work_in_progress() const {
  return is_trying() ? std::optional{WorkInProgress{"Trying the stroke in a child process"}} : std::nullopt;
}

void SurfaceLab::end_trial() {
  if (trial_.valid()) {
    trial_stop_.request_stop();
    trial_.wait();
    trial_ = {};
  }
}

std::shared_ptr<const Image> SurfaceLab::sampled(std::size_t of_level, int width, int height) {
  if (levels_ == nullptr || of_level >= texels_.size()) {
    return nullptr;
  }
  const auto is_it = [&](const SampledLevel& each) {
    return each.level == of_level && each.width == width && each.height == height && each.filter == filter;
  };
  if (const auto found = std::ranges::find_if(sampled_, is_it); found != sampled_.end()) {
    return found->image;
  }
  try {
    std::erase_if(sampled_, [&](const SampledLevel& each) { return each.level == of_level; });
    sampled_.push_back(
        {of_level, width, height, filter, levels_->sampled(of_level, filter, input.white(), width, height)});
    return sampled_.back().image;
  } catch (const std::exception& error) {
    release();
    error_ = error.what();
    return nullptr;
  }
}

LabSettings SurfaceLab::declare_settings() {
  const auto choose = [this](SurfaceTab chosen) { choose_tab(chosen); };
  const auto read_channels = [this](std::string_view name, const std::string& text) {
    int channels = 0;
    take_integer(name, text, channels);
    if (channels != 1 && channels != 2 && channels != 4) {
      throw ParameterError(fmt::format("texels cannot have {} channels; use 1, 2 or 4", channels));
    }
    input.channels = channels;
  };
  // Other strokes require a surface without the present ones.
  const SettingText strokes = lines_of(strokes_, max_strokes, line_of, stroke_from_line);
  const auto read_strokes = [this, read = strokes.read](std::string_view name, const std::string& text) {
    read(name, text);
    report_.reset();
    made_of_.reset();
  };
  SurfaceStroke& stroke = brush.stroke;
  return {"surface lab",
          {{"width", integer_of(input.width)},
           {"height", integer_of(input.height)},
           {"format", choice_of(input.format, format_names())},
           {"channels", {integer_of(input.channels).write, read_channels}},
           {"levels", integer_of(input.num_levels)},
           {"fill", choice_of(input.fill, surface_fill_names)},
           {"picture", text_of(input.picture)},
           {"picture_x", integer_of(input.picture_x, 0, largest_picture_place)},
           {"picture_y", integer_of(input.picture_y, 0, largest_picture_place)},
           {"x", integer_of(stroke.x)},
           {"y", integer_of(stroke.y)},
           {"brush_width", integer_of(stroke.width)},
           {"brush_height", integer_of(stroke.height)},
           {"x_in", choice_of(stroke.x_in, brush_x_names)},
           {"boundary", choice_of(stroke.boundary, boundary_mode_names())},
           {"value", text_of(brush.value)},
           {"level", integer_of(level)},
           {"reading", choice_of(SurfaceTab{reading}, surface_tabs, choose)},
           {"tab", choice_of(SurfaceTab{tab}, surface_tabs, choose)},
           {"filter", choice_of(filter, filter_mode_names())},
           {"strokes", {strokes.write, read_strokes}}}};
}

}  // namespace texelscope::app
