#include "app/gui/sources/source_control.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "app/documents/document.h"
#include "app/documents/picture_document.h"
#include "app/files/abandoned_tasks.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/gui/sources/source_picture.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/sources/tev_connection.h"
#include "app/text/shown_path.h"
#include "app/window/panels/printed_texels.h"
#include "app/workspace/open.h"
#include "inspect/protocol/descriptor_socket.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_history = 32;
constexpr std::uint64_t max_history_bytes = std::uint64_t{512} << 20U;
constexpr double seconds_between_attempts = 2;

/// A visible range of texels with a margin, so that not every movement demands a part.
std::pair<std::int64_t, std::int64_t> with_margin(std::int64_t begin, std::int64_t end, std::int64_t extent) {
  const std::int64_t margin = (end - begin) / 4 + 1;
  const std::int64_t first = std::clamp<std::int64_t>(begin - margin, 0, extent);
  // An extent of 0 would demand all.
  return {first, std::max<std::int64_t>(std::clamp<std::int64_t>(end + margin, first, extent) - first, 1)};
}

/// Whether a view to which a part was sent can show another one without more.
bool covers(const inspect::Demand& sent, const inspect::Demand& visible) {
  return sent.step == visible.step && sent.row <= visible.row && sent.column <= visible.column &&
         sent.row + sent.rows >= visible.row + visible.rows &&
         sent.column + sent.columns >= visible.column + visible.columns;
}

std::uint64_t bytes_of(const SourceFrame& frame) {
  return static_cast<std::uint64_t>(frame.view.layout().volume() * frame.view.type().itemsize());
}

/// The values that are shown as black and white.
std::pair<double, double> range_of(const ParameterValues& values) {
  return {values.real("black"), values.real("white")};
}

void wake_window() { glfwPostEmptyEvent(); }

}  // namespace

SourceControl::SourceControl(State& state, const ListeningPlaces& places)
    : state_{state}, table_{std::make_shared<SourceTable>([this] {
        has_news_ = true;
        wake_window();
      })} {
  listen_at(places.programs, {}, "127.0.0.1:5000");
  if (!places.tev.empty()) {
    listen_at(places.tev, tev_connections(table_), "127.0.0.1:14158");
  }
}

void SourceControl::listen_at(const std::string& place, const MakeConnection& make, const char* example) {
  if (place == "off") {
    return;
  }
  const std::optional<inspect::Address> address =
      place.empty() ? inspect::default_address() : inspect::address_from(place);
  try {
    if (!address) {
      if (!place.empty()) {
        throw FileError(fmt::format(
            "cannot listen for programs at {}: use off, a socket's path or an address such as {}", place, example));
      }
      return;
    }
    listeners_.push_back(std::make_unique<SourceListener>(*address, table_, make));
    std::string& all = state_.sources.place;
    all += (all.empty() ? "" : ", ") + listeners_.back()->place();
  } catch (const FileError& error) {
    // A second window is nothing unusual; it follows when the first is closed.
    if (place.empty()) {
      is_second_ = true;
    } else {
      state_.notices.notify(NoticeKind::warning, error.what(), state_.now);
    }
  }
}

SourceControl::~SourceControl() {
  listeners_.clear();
  take_range_back();
  state_.sources = {};
  if (const auto lab = find_capability<TensorLab>(state_.labs); lab && is_opened_) {
    capability<TensorLab>(state_.labs, *lab)->show({});
  }
}

void SourceControl::set_shown(const SourceKey& key, bool is_shown) {
  for (const auto& listener : listeners_) {
    listener->set_shown(key, is_shown);
  }
}

void SourceControl::update() {
  if (is_second_ && state_.now >= next_attempt_) {
    next_attempt_ = state_.now + seconds_between_attempts;
    is_second_ = false;
    listen_at("", {}, "");
  }
  if (listeners_.empty()) {
    return;
  }
  has_news_ = false;
  state_.sources.listed = table_->facts();
  for (const std::string& problem : table_->take_problems()) {
    state_.notices.notify(NoticeKind::warning, problem, state_.now);
  }
  take_requests_of_programs();
  follow_picture();
  take_requests();
  follow();
  receive();
  display();
}

void SourceControl::follow_picture() {
  Sources& sources = state_.sources;
  const bool is_visible = state_.pictures.current && !state_.labs.is_any_open();
  const std::filesystem::path path = is_visible ? state_.pictures.current->path : std::filesystem::path{};
  if (std::exchange(visited_, path) == path || path == sources.path || sources.must_show) {
    return;
  }
  const auto found = std::ranges::find(sources.listed, path, source_path);
  if (found != sources.listed.end()) {
    sources.must_show = found->key;
  }
}

void SourceControl::take_requests() {
  Sources& sources = state_.sources;
  if (const auto key = std::exchange(sources.must_show, std::nullopt)) {
    choose(*key);
  }
  if (const auto key = std::exchange(sources.must_remove, std::nullopt)) {
    table_->remove(*key);
    if (sources.shown == key) {
      sources.shown.reset();
    }
  }
  if (sources.must_keep) {
    keep();
  }
  if (std::exchange(sources.must_record, false)) {
    if (!sources.recording.empty()) {
      state_.notices.notify(NoticeKind::information,
                            fmt::format("Recorded {} files: {}", sources.recorded, sources.recording.string()),
                            state_.now);
      sources.recording.clear();
    } else if (const SourceFacts* const facts = shown_source(sources)) {
      const std::string name = source_path(*facts).filename().string();
      sources.recording = std::filesystem::absolute(free_name(name + "-states", ""));
      sources.recorded = 0;
      try {
        make_new_folder(sources.recording);
      } catch (const FileError& error) {
        state_.notices.notify(NoticeKind::error, error.what(), state_.now);
        sources.recording.clear();
      }
    }
  }
}

void SourceControl::take_requests_of_programs() {
  const SourceRequests requests = table_->take_requests();
  for (const std::filesystem::path& file : requests.files) {
    // Sessions and courses are for the user to open.
    if (file_use(state_.labs, file) == FileUse::picture) {
      state_.pictures.reader.want({file, {}, PictureOrigin::user});
    } else {
      state_.notices.notify(NoticeKind::warning,
                            fmt::format("A program asks to open {}, but it is not a picture.", shown_path(file)),
                            state_.now);
    }
  }
  // A question is not interrupted.
  if (requests.shown && !state_.course.lesson) {
    state_.sources.must_show = requests.shown;
  }
}

void SourceControl::choose(const SourceKey& key) {
  Sources& sources = state_.sources;
  is_opened_ = false;
  if (sources.shown == key) {
    drawn_.reset();
    return;
  }
  if (sources.shown) {
    set_shown(*sources.shown, false);
  }
  is_followed_ = false;
  sources.shown = key;
  sources.history.clear();
  sources.paused_at.reset();
  sources.path.clear();
  sources.displayed.reset();
  received_.reset();
  arrived_.reset();
  demand_.reset();
  drawn_.reset();
}

void SourceControl::follow() {
  const Sources& sources = state_.sources;
  if (!sources.shown) {
    return;
  }
  // A picture that is neither shown nor compared is not received; a lab's tensor is.
  const PictureList& list = state_.pictures.list;
  const auto is_in_use = [&](const std::optional<std::size_t>& position) {
    return position && list.pictures[*position].path == sources.path;
  };
  const bool is_wanted = !is_opened_ || sources.path.empty() || is_in_use(list.shown) || is_in_use(list.other) ||
                         !sources.recording.empty();
  demand();
  if (std::exchange(is_followed_, is_wanted) != is_wanted) {
    set_shown(*sources.shown, is_wanted);
  }
}

bool SourceControl::needs_whole() const {
  const Sources& sources = state_.sources;
  const PictureList& list = state_.pictures.list;
  const bool is_compared = list.comparison != PictureComparison::off && list.other;
  const bool is_shown = state_.pictures.current && state_.pictures.current->path == sources.path;
  return sources.must_keep || !sources.recording.empty() || is_compared || state_.labs.is_any_open() ||
         (is_opened_ && (!is_shown || !picture_view(state_)));
}

void SourceControl::demand() {
  const Sources& sources = state_.sources;
  const SourceFacts* const facts = shown_source(sources);
  const auto extents = table_->extents(*sources.shown);
  if (facts == nullptr || !facts->is_remote || !extents) {
    return;
  }
  inspect::Demand wanted{};
  const auto [rows, columns] = *extents;
  if (!needs_whole()) {
    inspect::Demand visible{};
    if (const std::optional<PictureView> shown = is_opened_ ? picture_view(state_) : std::nullopt) {
      const TexelBox box = visible_texels(shown->view, shown->extent);
      visible = {box.top, box.left, box.bottom - box.top, box.right - box.left,
                 static_cast<std::int64_t>(1 / std::max(shown_document(state_)->zoom_factor(), 1e-6))};
    } else {
      const double zoom = exact_fit_zoom({state_.viewport.width, state_.viewport.height,
                                          std::max<std::int64_t>(columns, 1), std::max<std::int64_t>(rows, 1)});
      visible = {0, 0, rows, columns, static_cast<std::int64_t>(1 / std::max(zoom, 1e-6))};
    }
    visible.step = std::max<std::int64_t>(visible.step, 1);
    if (demand_ && covers(*demand_, visible)) {
      return;
    }
    const auto [row, row_count] = with_margin(visible.row, visible.row + visible.rows, rows);
    const auto [column, column_count] = with_margin(visible.column, visible.column + visible.columns, columns);
    // Positions of texels that were sent stay on the same grid, so that they do not flicker.
    const std::int64_t step = visible.step;
    wanted = {row - row % step, column - column % step, row_count + row % step, column_count + column % step, step};
  }
  if (demand_ != wanted) {
    demand_ = wanted;
    for (const auto& listener : listeners_) {
      listener->set_demand(*sources.shown, wanted);
    }
  }
}

void SourceControl::receive() {
  Sources& sources = state_.sources;
  // While it is paused, newer states replace the one that is displayed next.
  if (!sources.shown || (arrived_ && !sources.paused_at)) {
    return;
  }
  std::shared_ptr<const SourceFrame> frame = table_->frame(*sources.shown);
  if (!frame || frame == received_) {
    return;
  }
  received_ = frame;
  if (frame->on_device) {
    try {
      frame = std::make_shared<const SourceFrame>(device_states_.copy(*frame, state_.device));
    } catch (const gpu::Error& error) {
      state_.notices.notify(NoticeKind::error, fmt::format("Cannot show an array of another process: {}", error.what()),
                            state_.now);
      frame.reset();
    }
    // The program may write the slot again.
    table_->forget_frame(*sources.shown, received_);
    received_.reset();
    if (!frame) {
      return;
    }
  }
  record(*frame);
  arrived_ = std::move(frame);
}

void SourceControl::remember(std::shared_ptr<const SourceFrame> frame) {
  Sources& sources = state_.sources;
  sources.history.push_back(std::move(frame));
  std::uint64_t bytes = 0;
  for (const auto& one : sources.history) {
    bytes += bytes_of(*one);
  }
  while (sources.history.size() > 1 && (sources.history.size() > max_history || bytes > max_history_bytes)) {
    bytes -= bytes_of(*sources.history.front());
    sources.history.pop_front();
  }
}

void SourceControl::record(const SourceFrame& frame) {
  Sources& sources = state_.sources;
  // All of the array follows soon.
  if (sources.recording.empty() || frame.part) {
    return;
  }
  try {
    const gpu::StridedMemoryView view =
        frame.view.is_host_accessible() ? frame.view : device_states_.copy_to_host(frame.view);
    view.to_npy(sources.recording / fmt::format("{:06}.npy", sources.recorded + 1));
    ++sources.recorded;
  } catch (const std::exception& error) {
    state_.notices.notify(NoticeKind::error, fmt::format("The recording ends: {}", error.what()), state_.now);
    sources.recording.clear();
  }
}

void SourceControl::display() {
  if (is_ready(work_)) {
    show(work_.get());
  }
  if (work_.valid()) {
    return;
  }
  // A state is part of the history once its picture is there: the readout belongs to what is drawn.
  const std::shared_ptr<const SourceFrame> frame =
      arrived_ && !state_.sources.paused_at ? std::exchange(arrived_, nullptr) : displayed_frame(state_.sources);
  if (!frame || frame == drawn_) {
    return;
  }
  drawn_ = frame;
  if (!is_picture(frame->view)) {
    show({frame, nullptr});
    return;
  }
  work_ = std::async(std::launch::async, [frame] {
    Made made{frame, nullptr};
    try {
      made.image = std::make_shared<const Image>(picture_of(*frame));
    } catch (const std::exception&) {
      // It is shown as a tensor.
      made.image.reset();
    }
    wake_window();
    return made;
  });
}

void SourceControl::show(Made made) {
  Sources& sources = state_.sources;
  const SourceFacts* const facts = shown_source(sources);
  // The user may have chosen another array meanwhile.
  if (facts == nullptr || made.frame != drawn_) {
    return;
  }
  if (std::ranges::find(sources.history, made.frame) == sources.history.end()) {
    if (sources.paused_at) {
      // It was paused meanwhile, at an earlier state.
      drawn_.reset();
      return;
    }
    remember(made.frame);
  }
  const bool is_first = !std::exchange(is_opened_, true);
  sources.displayed = made.frame;
  if (made.image) {
    sources.path = source_path(*facts);
    show_live_picture(state_, sources.path, made.image, is_first);
    // Numbers of a program are rarely those of a display; the colors of bytes are.
    const bool has_display_values =
        made.image->type == gpu::DataType::uint8 || made.image->type == gpu::DataType::uint16;
    if (is_first) {
      take_range_back();
    }
    if (is_first && !has_display_values && made.image->channels == 1 && change_range(state_).empty() &&
        has_tone(current_scene(state_))) {
      ranged_ = &current_settings(state_).values;
      range_ = range_of(*ranged_);
    }
    return;
  }
  const auto lab = find_capability<TensorLab>(state_.labs);
  if (!lab) {
    return;
  }
  sources.path.clear();
  auto& tensors = *capability<TensorLab>(state_.labs, *lab);
  const NamedTensor tensor{facts->name, made.frame->view};
  if (is_first) {
    tensors.show({tensor});
    choose_lab(state_, *lab);
  } else {
    tensors.replace(tensor);
  }
}

void SourceControl::take_range_back() {
  ParameterValues* const values = std::exchange(ranged_, nullptr);
  if (values != nullptr && range_ == range_of(*values)) {
    values->set("black", 0.0);
    values->set("white", 1.0);
  }
}

void SourceControl::keep() {
  Sources& sources = state_.sources;
  const std::shared_ptr<const SourceFrame> frame = displayed_frame(sources);
  const SourceFacts* const facts = shown_source(sources);
  if (!frame || facts == nullptr || sources.path.empty()) {
    sources.must_keep = false;
    return;
  }
  // Waits for all of the state that comes next, unless there is none.
  sources.must_keep = frame->part && !sources.paused_at && !facts->has_ended;
  if (sources.must_keep) {
    return;
  }
  if (frame->part) {
    state_.notices.notify(NoticeKind::warning,
                          "The program sent only a part of this state; the rest of the kept picture is 0.", state_.now);
  }
  const std::filesystem::path path =
      source_path(*facts).parent_path() / fmt::format("{} #{}", sources.path.filename().string(), frame->number);
  list_live_picture(state_.pictures.list, path, std::make_shared<const Image>(picture_of(*frame)));
}

}  // namespace texelscope::app
