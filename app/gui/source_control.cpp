#include "app/gui/source_control.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <span>
#include <utility>
#include <vector>

#include "app/documents/picture_document.h"
#include "app/files/abandoned_tasks.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/labs/tensor/tensor_lab.h"
#include "app/scene/scene_input.h"
#include "app/workspace/open.h"
#include "inspect/protocol/descriptor_socket.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/memory/device_memory_resource.h"

namespace texelscope::app {
namespace {

constexpr std::size_t max_history = 32;
constexpr std::uint64_t max_history_bytes = std::uint64_t{512} << 20U;

/// Whether an array is shown as a picture: rows and columns, and up to four channels.
bool is_picture(const gpu::StridedMemoryView& view) {
  const gpu::Dimensions& shape = view.layout().shape();
  const bool has_channels = shape.size() == 3 && shape[2] >= 1 && shape[2] <= 4;
  const bool is_number = view.type().kind() != gpu::ElementKind::complex;
  return is_number && view.is_host_accessible() && (shape.size() == 2 || has_channels) && shape[0] > 0 && shape[1] > 0;
}

std::uint64_t bytes_of(const SourceFrame& frame) {
  return static_cast<std::uint64_t>(frame.view.layout().volume() * frame.view.type().itemsize());
}

void wake_window() { glfwPostEmptyEvent(); }

}  // namespace

SourceControl::SourceControl(State& state, const std::string& place) : state_{state} {
  if (place == "off") {
    return;
  }
  const std::optional<inspect::Address> address =
      place.empty() ? inspect::default_address() : inspect::address_from(place);
  try {
    if (!address) {
      if (!place.empty()) {
        throw FileError(
            fmt::format("cannot listen for programs at {}: use off, a socket's path or an address such as "
                        "127.0.0.1:5000",
                        place));
      }
      return;
    }
    listener_ = std::make_unique<SourceListener>(*address, wake_window);
    state_.sources.place = listener_->place();
  } catch (const FileError& error) {
    // A second window is nothing unusual.
    if (!place.empty()) {
      state_.notices.notify(NoticeKind::warning, error.what(), state_.now);
    }
  }
}

SourceControl::~SourceControl() {
  listener_.reset();
  state_.sources = {};
  if (const auto lab = find_capability<TensorLab>(state_.labs); lab && is_opened_) {
    capability<TensorLab>(state_.labs, *lab)->show({});
  }
}

void SourceControl::update() {
  if (!listener_) {
    return;
  }
  state_.sources.listed = listener_->table().facts();
  for (const std::string& problem : listener_->table().take_problems()) {
    state_.notices.notify(NoticeKind::warning, problem, state_.now);
  }
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
    listener_->table().remove(*key);
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

void SourceControl::choose(const SourceKey& key) {
  Sources& sources = state_.sources;
  is_opened_ = false;
  if (sources.shown == key) {
    drawn_.reset();
    return;
  }
  if (sources.shown) {
    listener_->set_shown(*sources.shown, false);
  }
  is_followed_ = false;
  sources.shown = key;
  sources.history.clear();
  sources.paused_at.reset();
  sources.path.clear();
  sources.texture.reset();
  sources.displayed.reset();
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
    listener_->set_shown(*sources.shown, is_wanted);
  }
}

void SourceControl::receive() {
  Sources& sources = state_.sources;
  if (!sources.shown) {
    return;
  }
  std::shared_ptr<const SourceFrame> frame = listener_->table().frame(*sources.shown);
  if (!frame || frame == received_) {
    return;
  }
  received_ = frame;
  if (frame->on_device) {
    frame = copy_on_device(*frame);
    // The program may write the slot again.
    listener_->table().forget_frame(*sources.shown);
    received_.reset();
    if (!frame) {
      return;
    }
  }
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

std::shared_ptr<const SourceFrame> SourceControl::copy_on_device(const SourceFrame& frame) {
  const SourceDeviceState& state = *frame.on_device;
  try {
    const std::optional<gpu::Device>& device = state_.device;
    if (!device || device->id().kind != gpu::DeviceKind::cuda || device->properties().uuid != state.memory->device) {
      throw gpu::InvalidArgument(
          "the array is in the memory of a GPU that this window does not use; start the window with --device cuda:N "
          "for that GPU, or show a copy on the host");
    }
    if (!stream_) {
      stream_ = device->create_stream();
    }
    if (opened_memory_ != state.memory) {
      opened_.reset();
      const auto pool = gpu::DeviceMemoryResource::from_ipc_descriptor(*device, state.memory->pool);
      opened_ = gpu::Buffer::from_ipc_descriptor(
          pool, gpu::Buffer::ipc_descriptor_of(state.memory->exported, static_cast<std::size_t>(state.memory->bytes)),
          *stream_);
      opened_memory_ = state.memory;
    }
    const auto bytes = static_cast<std::int64_t>(std::max<std::uint64_t>(state.bytes, 1));
    const gpu::Buffer copy = device->allocate(static_cast<std::size_t>(bytes), *stream_);
    const gpu::StridedLayout of_copy({bytes}, 1);
    const gpu::StridedLayout of_slot({bytes}, {1}, 1, gpu::StrideUnit::elements,
                                     static_cast<std::int64_t>(state.offset));
    gpu::StridedMemoryView::from_buffer(copy, of_copy)
        .copy_from(gpu::StridedMemoryView::from_buffer(*opened_, of_slot), *stream_);
    stream_->synchronize();
    SourceFrame here = frame;
    here.on_device.reset();
    here.view = gpu::StridedMemoryView::from_buffer(copy, frame.view.layout(), frame.view.type(), true);
    return std::make_shared<const SourceFrame>(std::move(here));
  } catch (const gpu::Error& error) {
    state_.notices.notify(NoticeKind::error, fmt::format("Cannot show an array of another process: {}", error.what()),
                          state_.now);
    return nullptr;
  }
}

void SourceControl::record(const SourceFrame& frame) {
  Sources& sources = state_.sources;
  if (sources.recording.empty()) {
    return;
  }
  try {
    std::vector<std::byte> bytes;
    gpu::StridedMemoryView view = frame.view;
    if (!view.is_host_accessible()) {
      const auto layout = gpu::StridedLayout::dense(view.layout().shape(), view.type().itemsize());
      bytes.resize(static_cast<std::size_t>(bytes_of(frame)));
      view = gpu::StridedMemoryView::from_host(std::span<std::byte>{bytes}, layout, view.type());
      view.copy_from(frame.view, *stream_);
      stream_->synchronize();
    }
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
  sources.displayed = made.frame;
  if (made.image) {
    sources.path = source_path(*facts);
    sources.texture = made.frame->texture;
    show_live_picture(state_, sources.path, made.image, is_first);
    // Numbers of a program are rarely those of a display; the colors of bytes are.
    const bool has_display_values =
        made.image->type == gpu::DataType::uint8 || made.image->type == gpu::DataType::uint16;
    if (is_first && !has_display_values && made.image->channels == 1) {
      static_cast<void>(change_range(state_));
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
