#include "app/labs/tensor/tensor_lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>

#include "app/files/file_error.h"
#include "app/images/image_file.h"
#include "app/labs/tensor/picture_tensor.h"
#include "app/scene/scene_input.h"
#include "app/text/shown_path.h"

namespace texelscope::app {
namespace {

/// The time budget for statistics in each frame.
constexpr std::chrono::milliseconds time_for_sums{12};
/// Frames until a change is fully visible: panels that are drawn before others, and the image's texture, are a frame
/// behind.
constexpr int frames_of_change = 3;
/// The interval between statistics of a whole changing tensor.
constexpr double seconds_between_sums = 1;
constexpr std::size_t histogram_bins = 256;
/// The width in pixels of a slice of one row or one column.
constexpr double strip_width = 24;

/// The part of a view that the numbers of the slice depend on.
TensorView without_colors(const TensorView& view) {
  TensorView numbers{.row_axis = view.row_axis,
                     .column_axis = view.column_axis,
                     .channel_axis = view.channel_axis,
                     .index = view.index,
                     .part = view.part,
                     .rank = view.rank};
  for (const int axis : {view.row_axis, view.column_axis, view.channel_axis}) {
    if (axis >= 0) {
      numbers.index[static_cast<std::size_t>(axis)] = 0;
    }
  }
  return numbers;
}

bool is_shown(const TensorView& view, int axis) {
  return axis == view.row_axis || axis == view.column_axis || axis == view.channel_axis;
}

}  // namespace

TensorLab::TensorLab() = default;
TensorLab::~TensorLab() = default;

bool TensorLab::is_opened_by(const std::filesystem::path& path) const { return is_tensor_file(path); }

bool TensorLab::take_file(const std::filesystem::path& path) {
  if (!is_tensor_file(path) && !is_image_name(path)) {
    return false;
  }
  is_live = false;
  wanted_name_.clear();
  is_view_new_ = true;
  load(path.string());
  return true;
}

bool TensorLab::take_picture(const OfferedPicture& picture) {
  if (is_tensor_file(picture.file)) {
    return take_file(picture.file);
  }
  PictureTensor taken = picture_tensor(picture.part.empty() ? picture.name : picture.part, picture.image);
  view = std::move(taken.view);
  show({std::move(taken.tensor)});
  is_live = false;
  file_error_.clear();
  // The file that a session stores and F5 reloads.
  file_ = picture.file.string();
  wanted_name_ = picture.part;
  return true;
}

void TensorLab::work_on(const SeenPicture& seen) {
  if (take_picture(seen.picture) && seen.view) {
    place = *seen.view;
    place.rotation = 0;
    place.center = seen.focus();
  }
}

bool TensorLab::is_busy() const {
  return is_settling() || frames_to_show_ > 0 || (can_work() && (is_live || playback.axis >= 0));
}

bool TensorLab::is_settling() const {
  const bool is_at_rest = !is_live && playback.axis < 0;
  return is_loading() || is_unread_ || (can_work() && (slice_watch_.is_busy() || whole_watch_.is_busy())) ||
         (is_at_rest && frames_to_show_ > 0);
}

std::optional<WorkInProgress> TensorLab::work_in_progress() const {
  if (is_loading()) {
    return WorkInProgress{"Reading " + shown_file_name(file_)};
  }
  for (const TensorWatch* const watch : {&slice_watch_, &whole_watch_}) {
    if (can_work() && !is_live && watch->is_busy()) {
      return WorkInProgress{"Scanning the tensor", watch->progress()};
    }
  }
  return std::nullopt;
}

void TensorLab::cancel_work() {
  if (is_loading()) {
    dropped_.add(std::move(loading_));
    file_error_ = fmt::format("{} was not read completely. Reload starts over.", file_);
  } else {
    slice_watch_.give_up();
    whole_watch_.give_up();
  }
  frames_to_show_ = frames_of_change;
}

void TensorLab::run() {
  if (!file_.empty()) {
    load(file_);
  } else {
    ++revision_;
  }
}

LabView TensorLab::shown_view() { return chosen() != nullptr ? LabView{&place, extent(width_, height_)} : LabView{}; }

OfferedPicture TensorLab::shown_picture() const {
  return {chosen()->name, std::make_shared<const Image>(scene_input_of(chosen()->view)), file_, ""};
}

std::optional<gpu::StridedLayout> TensorLab::shown_layout() const {
  return chosen() != nullptr ? std::optional{chosen()->view.layout()} : std::nullopt;
}

void TensorLab::release() {
  slice_watch_.forget();
  whole_watch_.forget();
  cells_.reset();
  stream_.reset();
  drawn_.reset();
}

void TensorLab::show(std::vector<NamedTensor> tensors) {
  memory_ = std::move(tensors);
  tensors_.clear();
  for (const NamedTensor& tensor : memory_) {
    tensors_.push_back({tensor.name, tensor.view.type(), tensor.view.layout()});
  }
  file_.clear();
  listed_file_.clear();
  is_live = true;
  choose(0);
}

void TensorLab::replace(const NamedTensor& tensor) {
  if (!listed_file_.empty() || !shown_ || shown_->name != tensor.name || memory_.empty()) {
    return;
  }
  memory_[chosen_] = tensor;
  tensors_[chosen_] = {tensor.name, tensor.view.type(), tensor.view.layout()};
  if (shown_->view.layout().shape() != tensor.view.layout().shape()) {
    return choose(chosen_);
  }
  shown_ = tensor;
  ++revision_;
}

void TensorLab::choose(std::size_t tensor) {
  if (listed_file_.empty()) {
    begin_with(tensor < memory_.size() ? std::optional{memory_[tensor]} : std::nullopt, tensor);
    return;
  }
  wanted_name_ = tensors_[tensor].name;
  begin_with(std::nullopt, tensor);
  load(listed_file_, tensor);
}

void TensorLab::begin_with(std::optional<NamedTensor> tensor, std::size_t position) {
  shown_ = std::move(tensor);
  chosen_ = position;
  ++revision_;
  place.is_fit = true;
  playback.axis = -1;
  hovered.reset();
  slice_watch_.forget();
  whole_watch_.forget();
  if (shown_) {
    settle(view, shown_->view);
  }
}

TensorLab::Loaded TensorLab::read(const std::string& file, std::optional<std::size_t> wanted, const std::string& name) {
  Loaded loaded;
  loaded.file = file;
  loaded.wanted = wanted;
  try {
    if (!is_tensor_file(file)) {
      auto [tensor, view] = read_picture_tensor(file, name);
      loaded.tensors = {{tensor.name, tensor.view.type(), tensor.view.layout()}};
      loaded.tensor = std::move(tensor);
      loaded.view = std::move(view);
      return loaded;
    }
    std::vector<ListedTensor> tensors = list_tensors(file);
    const auto named = std::ranges::find(tensors, name, &ListedTensor::name);
    const auto by_name = named == tensors.end() ? 0 : static_cast<std::size_t>(named - tensors.begin());
    loaded.position = std::min(wanted.value_or(by_name), tensors.size() - 1);
    loaded.tensors = std::move(tensors);
    loaded.tensor = read_tensor(file, loaded.position);
  } catch (const std::exception& error) {
    loaded.error = error.what();
  }
  return loaded;
}

void TensorLab::load(const std::string& file, std::optional<std::size_t> position) {
  file_ = file;
  wanted_position_ = position;
  is_unread_ = false;
  // Files are read one at a time: the latest request follows the current one.
  if (is_loading() || file.empty()) {
    return;
  }
  loading_ = std::async(std::launch::async, read, file, position, wanted_name_);
}

void TensorLab::wait_for_file() {
  read_named_file();
  while (is_loading()) {
    loading_.wait();
    take_loaded();
  }
  if (!file_error_.empty()) {
    throw FileError(file_error_);
  }
}

void TensorLab::read_named_file() {
  if (is_unread_) {
    load(file_);
  }
}

void TensorLab::take_loaded() {
  if (!is_ready(loading_)) {
    return;
  }
  frames_to_show_ = frames_of_change;
  Loaded loaded = loading_.get();
  if (loaded.file != file_ || loaded.wanted != wanted_position_) {
    load(file_, wanted_position_);
    return;
  }
  file_error_ = loaded.error;
  if (loaded.tensors.empty()) {
    return;
  }
  tensors_ = std::move(loaded.tensors);
  memory_.clear();
  listed_file_ = file_;
  wanted_name_ = tensors_[loaded.position].name;
  const bool was_fit = place.is_fit;
  // Not before: until then, the previous tensor is shown, whose axes the view must fit.
  if (std::exchange(is_view_new_, false)) {
    view = {.map = view.map};
  }
  if (loaded.view && loaded.view->rank != view.rank) {
    view = std::move(*loaded.view);
  }
  begin_with(std::move(loaded.tensor), loaded.position);
  place.is_fit = was_fit;
}

void TensorLab::step_on(double now) {
  const std::vector<std::int64_t> shape = values_shape(chosen()->view);
  if (playback.axis < 0 || playback.axis >= static_cast<int>(shape.size()) || is_shown(view, playback.axis)) {
    playback = {.rate = playback.rate};
    return;
  }
  const double steps = std::floor((now - playback.since.value_or(now)) * playback.rate);
  playback.since = playback.since.value_or(now) + steps / playback.rate;
  const auto axis = static_cast<std::size_t>(playback.axis);
  const std::int64_t extent = std::max<std::int64_t>(shape[axis], 1);
  // After a long pause only the remainder counts.
  view.index[axis] =
      (view.index[axis] + static_cast<std::int64_t>(std::fmod(steps, static_cast<double>(extent)))) % extent;
}

void TensorLab::advance(const std::optional<gpu::Device>& device, double now) {
  now_ = now;
  frames_to_show_ = std::max(frames_to_show_ - 1, 0);
  dropped_.release_finished();
  read_named_file();
  take_loaded();
  if (chosen() == nullptr) {
    return;
  }
  settle(view, chosen()->view);
  step_on(now);
  if (!stream_ && device) {
    stream_ = device->create_stream("tensor lab");
  }
  if (can_work()) {
    device_error_.clear();
    try {
      watch_numbers();
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }
}

void TensorLab::watch_numbers() {
  const gpu::StridedMemoryView& tensor = chosen()->view;
  ScanGoal goal = scan_goal(view);
  goal.bins = histogram_bins;
  slice_watch_.look_at({revision_, without_colors(view), goal}, is_live, [&] { return slice_set(tensor, view); });
  const bool is_due = is_live && now_ - whole_began_ > seconds_between_sums;
  if (!whole_watch_.is_busy()) {
    whole_began_ = is_due ? now_ : whole_began_;
    whole_watch_.look_at({revision_, {.part = view.part}, {.bins = histogram_bins}}, is_due,
                         [&] { return whole_set(tensor, view); });
  }
  const auto end = std::chrono::steady_clock::now() + time_for_sums;
  do {
    TensorWatch& watch = slice_watch_.is_busy() ? slice_watch_ : whole_watch_;
    if (watch.is_busy()) {
      watch.advance(*stream_);
      frames_to_show_ = frames_of_change;
    }
  } while ((slice_watch_.is_busy() || whole_watch_.is_busy()) && std::chrono::steady_clock::now() < end);
}

void TensorLab::fail(const std::string& error) {
  device_error_ = error;
  frames_to_show_ = frames_of_change;
  failed_revision_ = revision_;
  slice_watch_.forget();
  whole_watch_.forget();
  image_.reset();
  cells_.reset();
  drawn_.reset();
}

ViewExtent TensorLab::extent(double width, double height) const {
  const SlicePart whole = whole_slice(view, chosen()->view);
  return {width, height, std::max<std::int64_t>(whole.columns.count, 1), std::max<std::int64_t>(whole.rows.count, 1)};
}

PicturePlace TensorLab::picture_place(int width, int height) const {
  const ViewExtent slice = extent(width, height);
  const Point corner = image_position(place, slice, {0, 0});
  const auto along = [&](std::int64_t count, double first, double& position, double& per_pixel) {
    const double stretch = count == 1 ? std::max(1.0, strip_width / place.zoom) : 1;
    position = count == 1 ? 0.5 + (first - 0.5) / stretch : first;
    per_pixel = 1 / (place.zoom * stretch);
  };
  PicturePlace result{.width = width, .height = height};
  along(slice.image_width, corner.x, result.corner.x, result.columns_per_pixel);
  along(slice.image_height, corner.y, result.corner.y, result.rows_per_pixel);
  return result;
}

NumberRange TensorLab::range() const {
  const ScanResult* const result = view.rule == RangeRule::tensor ? whole_watch_.result() : slice_watch_.result();
  return chosen() == nullptr ? NumberRange{}
                             : range_of(result != nullptr ? *result : ScanResult{}, view, chosen()->view.type());
}

void TensorLab::choose_part(ComplexPart part) {
  const bool was_phase = view.part == ComplexPart::phase;
  view.part = part;
  if (part == ComplexPart::phase) {
    view.map = ColorMap::cycle;
    view.rule = RangeRule::type;
  } else if (was_phase && view.map == ColorMap::cycle) {
    view.map = ColorMap::night;
    view.rule = RangeRule::slice;
  }
}

void TensorLab::set_range(const NumberRange& range) {
  view.rule = RangeRule::typed;
  view.is_symmetric = false;
  view.typed = range;
}

std::shared_ptr<const Image> TensorLab::draw(int width, int height) {
  if (!can_work() || width < 1 || height < 1) {
    return image_;
  }
  width_ = width;
  height_ = height;
  const Drawn wanted{revision_, view, range(), picture_place(width, height)};
  if (drawn_ != wanted || is_live) {
    try {
      image_ = std::make_shared<const Image>(draw_slice(chosen()->view, view, wanted.range, wanted.place, *stream_));
      drawn_ = wanted;
      frames_to_show_ = frames_of_change;
    } catch (const std::exception& error) {
      fail(error.what());
    }
  }
  return image_;
}

const TensorCells* TensorLab::read_cells(const SlicePart& part) {
  if (!can_work()) {
    return nullptr;
  }
  const CellSubject wanted{revision_, without_colors(view), part};
  if (!cells_ || cell_subject_ != wanted || is_live) {
    try {
      cells_.emplace(chosen()->view, view, part, *stream_);
      cell_subject_ = wanted;
    } catch (const std::exception& error) {
      fail(error.what());
      return nullptr;
    }
  }
  return &*cells_;
}

std::vector<std::filesystem::path> TensorLab::files_to_read() const {
  return is_unread_ ? std::vector<std::filesystem::path>{file_} : std::vector<std::filesystem::path>{};
}

}  // namespace texelscope::app
