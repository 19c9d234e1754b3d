#include "app/gui/source_control.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "app/files/abandoned_tasks.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/scene/scene_input.h"
#include "app/sources/tev_connection.h"
#include "app/text/shown_path.h"
#include "app/workspace/open.h"
#include "inspect/protocol/descriptor_socket.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_history = 32;
constexpr std::uint64_t max_history_bytes = std::uint64_t{512} << 20U;

/// Whether an array is shown as a picture: rows and columns, and up to four channels.
bool is_picture(const gpu::StridedMemoryView& view) {
  const gpu::Dimensions& shape = view.layout().shape();
  const bool has_channels = shape.size() == 3 && shape[2] >= 1 && shape[2] <= 4;
  const bool is_number = view.type().kind() != gpu::ElementKind::complex;
  return is_number && (shape.size() == 2 || has_channels) && shape[0] > 0 && shape[1] > 0;
}

std::uint64_t bytes_of(const SourceFrame& frame) {
  return static_cast<std::uint64_t>(frame.view.layout().volume() * frame.view.type().itemsize());
}

void wake_window() { glfwPostEmptyEvent(); }

}  // namespace

SourceControl::SourceControl(State& state, const ListeningPlaces& places)
    : state_{state}, table_{std::make_shared<SourceTable>(wake_window)} {
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
    // A second window is nothing unusual.
    if (!place.empty()) {
      state_.notices.notify(NoticeKind::warning, error.what(), state_.now);
    }
  }
}

void SourceControl::set_shown(const SourceKey& key, bool is_shown) {
  for (const auto& listener : listeners_) {
    listener->set_shown(key, is_shown);
  }
}

void SourceControl::update() {
  if (listeners_.empty()) {
    return;
  }
  state_.sources.listed = table_->facts();
  for (const std::string& problem : table_->take_problems()) {
    state_.notices.notify(NoticeKind::warning, problem, state_.now);
  }
  take_requests_of_programs();
  take_requests();
  follow();
  receive();
  display();
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
  if (std::exchange(sources.must_keep, false)) {
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
                            fmt::format("A program asks to open {}, which is no picture.", shown_path(file)),
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
  sources.texture.reset();
  sources.drawing.reset();
  received_.reset();
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
  if (std::exchange(is_followed_, is_wanted) != is_wanted) {
    set_shown(*sources.shown, is_wanted);
  }
}

void SourceControl::receive() {
  Sources& sources = state_.sources;
  if (!sources.shown) {
    return;
  }
  std::shared_ptr<const SourceFrame> frame = table_->frame(*sources.shown);
  if (!frame || frame == received_) {
    return;
  }
  received_ = frame;
  record(*frame);
  if (sources.paused_at) {
    return;
  }
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
  if (sources.recording.empty()) {
    return;
  }
  try {
    frame.view.to_npy(sources.recording / fmt::format("{:06}.npy", sources.recorded + 1));
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
  const std::shared_ptr<const SourceFrame> frame = displayed_frame(state_.sources);
  if (!frame || frame == drawn_ || work_.valid()) {
    return;
  }
  drawn_ = frame;
  if (!is_picture(frame->view)) {
    show({frame, nullptr, {}});
    return;
  }
  work_ = std::async(std::launch::async, [frame] {
    Made made{frame, nullptr, {}};
    try {
      made.image = std::make_shared<const Image>(scene_input_of(frame->view));
    } catch (const std::exception& error) {
      made.error = error.what();
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
  const bool is_first = !std::exchange(is_opened_, true);
  if (made.image) {
    sources.path = source_path(*facts);
    sources.texture = made.frame->texture;
    sources.drawing = made.frame->drawing;
    show_live_picture(state_, sources.path, made.image, is_first);
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

void SourceControl::keep() {
  const Sources& sources = state_.sources;
  const std::shared_ptr<const SourceFrame> frame = displayed_frame(sources);
  const SourceFacts* const facts = shown_source(sources);
  if (!frame || facts == nullptr || sources.path.empty()) {
    return;
  }
  const std::filesystem::path path =
      source_path(*facts).parent_path() / fmt::format("{} #{}", sources.path.filename().string(), frame->number);
  list_live_picture(state_.pictures.list, path, std::make_shared<const Image>(scene_input_of(frame->view)));
}

}  // namespace texelscope::app
