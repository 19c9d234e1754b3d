#include "texelscope/gpu/device.h"

#include <fmt/format.h>

#include <charconv>
#include <exception>

#include "gpu/driver/device_box.h"
#include "gpu/driver/driver_decorator.h"
#include "gpu/driver/open_driver.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::gpu {
namespace {

DeviceBox& require_device(const std::shared_ptr<DeviceBox>& box) { return require_open(box, "device"); }

void require_size(const DeviceBox& device, std::size_t size_bytes) {
  if (size_bytes == 0) {
    throw_on<InvalidArgument>(device, "cannot allocate a buffer of 0 bytes: request at least 1");
  }
}

/// Opens a device in its primary context, or in an existing one.
Device open_in(ContextHandle borrowed, DeviceId id, DeviceOptions options) {
  auto driver =
      driver::profile(driver::open_driver(id, std::move(options.access_recorder)), std::move(options.stream_profiler));
  return Device{std::make_shared<DeviceBox>(id, driver::observe(std::move(driver), std::move(options.observers)),
                                            std::move(options.diagnostics), borrowed)};
}

Device open_found(const driver::FoundContext& found, DeviceOptions options) {
  return open_in(found.is_primary ? ContextHandle{} : found.context, found.id, std::move(options));
}

DeviceReport try_device(DeviceId id) {
  DeviceReport report{id, std::nullopt, ""};
  try {
    DeviceOptions options;
    // Probing a device prints nothing; the important part is returned as the reason.
    options.diagnostics = [](const Diagnostic&) {};
    report.properties = Device::open(id, options).properties();
  } catch (const std::exception& error) {
    report.reason = error.what();
  }
  return report;
}

}  // namespace

std::string to_string(DeviceId id) { return id.kind == DeviceKind::cpu ? "cpu" : fmt::format("cuda:{}", id.ordinal); }

std::optional<DeviceId> device_id_from_string(std::string_view text) {
  if (text == "cpu") {
    return DeviceId{DeviceKind::cpu, 0};
  }
  if (text == "cuda") {
    return DeviceId{DeviceKind::cuda, 0};
  }
  constexpr std::string_view prefix = "cuda:";
  if (!text.starts_with(prefix)) {
    return std::nullopt;
  }
  const char* const end = text.data() + text.size();
  int ordinal = 0;
  const auto [stop, error] = std::from_chars(text.data() + prefix.size(), end, ordinal);
  if (error != std::errc{} || stop != end || ordinal < 0) {
    return std::nullopt;
  }
  return DeviceId{DeviceKind::cuda, ordinal};
}

Device Device::open(DeviceId id, DeviceOptions options) { return open_in({}, id, std::move(options)); }

Device Device::from_context(ContextHandle context, DeviceOptions options) {
  return open_found(driver::find_context(context), std::move(options));
}

Device Device::current(DeviceOptions options) {
  const ContextHandle context = driver::current_context();
  if (!context) {
    throw InvalidState(
        "cuda: no context is current on this thread: call cudaSetDevice or cuCtxSetCurrent, or open a device by its "
        "number");
  }
  return from_context(context, std::move(options));
}

Device Device::of(StreamHandle stream, DeviceOptions options) {
  return open_found(driver::context_of(stream), std::move(options));
}

Device Device::of(DevicePointer pointer, DeviceOptions options) {
  return open_found(driver::context_of(pointer), std::move(options));
}

bool Device::operator==(const Device& other) const noexcept {
  return box_ == other.box_ || (box_ && other.box_ && box_->is_like(*other.box_));
}

DeviceId Device::id() const { return require_device(box_).id(); }

const DeviceProperties& Device::properties() const { return require_device(box_).properties(); }

Stream Device::create_stream() const { return create_stream(StreamOptions{}); }

Stream Device::create_stream(const std::string& name) const { return create_stream(StreamOptions{.name = name}); }

Stream Device::create_stream(const StreamOptions& options) const {
  require_device(box_);
  Stream stream{std::make_shared<StreamBox>(box_, options)};
  if (!options.name.empty()) {
    stream.set_name(options.name);
  }
  return stream;
}

Stream Device::default_stream() const {
  require_device(box_);
  return Stream{std::make_shared<StreamBox>(box_, driver::default_stream, HandleOwner{})};
}

Event Device::create_event(const EventOptions& options) const {
  const DeviceBox& device = require_device(box_);
  if (options.is_interprocess && options.has_timing) {
    throw_on<InvalidArgument>(device, "an event cannot be both interprocess and have timing: choose one");
  }
  if (options.is_interprocess) {
    require_interprocess_events(device);
  }
  return Event{std::make_shared<EventBox>(box_, options)};
}

Buffer Device::allocate(std::size_t size_bytes, const Stream& stream) const {
  DeviceBox& device = require_device(box_);
  static_cast<void>(require_stream(stream, device, "device"));
  require_size(device, size_bytes);
  return Buffer{std::make_shared<BufferBox>(stream.box(), size_bytes)};
}

Buffer Device::allocate_pinned(std::size_t size_bytes) const {
  require_size(require_device(box_), size_bytes);
  return Buffer{std::make_shared<BufferBox>(box_, size_bytes)};
}

bool Device::can_access(const Device& peer) const {
  DeviceBox& device = require_device(box_);
  const DeviceId other = require_device(peer.box_).id();
  if (device.id().kind != other.kind) {
    return false;
  }
  return device.id() == other || device.call(driver::PeerQuery{other.ordinal}).can_access;
}

void Device::synchronize() const { require_device(box_).call(driver::ContextSynchronize{}); }

void Device::report(const Diagnostic& diagnostic) const noexcept {
  if (box_) {
    box_->report(diagnostic);
  } else {
    report_to({}, diagnostic);
  }
}

std::vector<DeviceReport> find_devices() {
  std::vector<DeviceReport> reports;
  try {
    const int count = driver::count_cuda_devices();
    for (int ordinal = 0; ordinal < count; ++ordinal) {
      reports.push_back(try_device({DeviceKind::cuda, ordinal}));
    }
  } catch (const std::exception& error) {
    reports.push_back({{DeviceKind::cuda, 0}, std::nullopt, error.what()});
  }
  reports.push_back(try_device({DeviceKind::cpu, 0}));
  return reports;
}

}  // namespace texelscope::gpu
