#include "app/sources/source_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "app/files/file_error.h"
#include "inspect/protocol/descriptor_socket.h"

namespace texelscope::app {
namespace {

/// A frame of memory that was checked against its description.
std::shared_ptr<const SourceFrame> make_frame(std::uint64_t number, const SourceDescription& description,
                                              std::vector<std::byte> bytes) {
  auto memory = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return std::make_shared<const SourceFrame>(
      SourceFrame{.number = number,
                  .view = gpu::StridedMemoryView::from_host(std::span<const std::byte>{*memory}, description.layout,
                                                            description.type, memory),
                  .time = description.time,
                  .texture = description.texture,
                  .part = description.part});
}

/// The address of a view that nothing may access: only views without elements may have 0.
constexpr gpu::DevicePointer no_address{1};

/// A copy of a slot's text, which the process may change while it is read.
std::string copied_text(const inspect::Slot& slot) {
  const std::uint32_t claimed = *static_cast<const volatile std::uint32_t*>(&slot.text_bytes);
  return {slot.text.data(), std::min<std::size_t>(claimed, slot.text.size())};
}

}  // namespace

SourceConnection::~SourceConnection() {
  for (auto& [number, array] : arrays_) {
    end(number, array);
  }
}

std::string SourceConnection::title() const {
  return is_greeted_ ? fmt::format("{} (process {})", process_.program, process_.process) : "a program";
}

void SourceConnection::end(std::uint32_t number, Array& array) {
  try {
    if (array.ring) {
      update(number, array, true);
    }
  } catch (const std::exception& error) {
    table_.report(fmt::format("The last state of an array of {} cannot be shown: {}", title(), error.what()));
  }
  table_.end({number_, number});
}

bool SourceConnection::receive(std::span<std::byte> buffer) {
  // Reads in turn with other connections.
  constexpr int most_reads = 64;
  for (int i = 0; i < most_reads; ++i) {
    inspect::Received got = inspect::receive_now(socket_.number(), buffer);
    if (!got.bytes) {
      return true;
    }
    if (*got.bytes == 0) {
      return false;
    }
    decoder_.add(buffer.first(*got.bytes), std::move(got.descriptors));
    while (std::optional<SourceMessage> message = decoder_.next()) {
      take(*std::move(message));
    }
  }
  return true;
}

void SourceConnection::take(SourceMessage message) {
  using enum inspect::MessageType;
  if (message.type != hello && !is_greeted_) {
    throw FileError("its first message is not a greeting");
  }
  const auto known = arrays_.find(message.number);
  switch (message.type) {
    case hello:
      greet(message);
      return;
    case ring:
      open_ring(std::move(message));
      return;
    case frame:
      take_frame(std::move(message));
      return;
    case bell:
      if (known == arrays_.end() || !known->second.ring) {
        throw FileError(fmt::format("it announces array {} without memory for it", message.number));
      }
      update(known->first, known->second, table_.is_shown({number_, known->first}));
      return;
    case end:
      if (known != arrays_.end()) {
        this->end(known->first, known->second);
        arrays_.erase(known);
      }
      return;
    default:
      throw FileError(fmt::format("it sends a message of unknown type {}", static_cast<int>(message.type)));
  }
}

void SourceConnection::greet(const SourceMessage& message) {
  if (is_greeted_) {
    throw FileError("it greets twice");
  }
  process_ = parse_process(message.text);
  is_greeted_ = true;
  shares_memory_ = !message.descriptors.empty();
  answer(inspect::MessageType::welcome, shares_memory_ ? 1 : 0);
}

void SourceConnection::answer(inspect::MessageType type, std::uint32_t number, std::string_view payload) const {
  // A process that does not read its answers is not waited for.
  static_cast<void>(inspect::send_now(
      socket_.number(), {.type = static_cast<std::uint16_t>(type), .number = number, .payload_bytes = payload.size()},
      std::string{payload}));
}

SourceConnection::Array& SourceConnection::array_named(std::uint32_t number, const std::string& name) {
  const auto [place, is_new] = arrays_.try_emplace(number);
  if (is_new && (arrays_.size() > inspect::max_arrays || table_.count() >= inspect::max_arrays)) {
    arrays_.erase(place);
    throw FileError(fmt::format("more than {} arrays are listed; remove those that have ended", inspect::max_arrays));
  }
  if (is_new) {
    table_.add({number_, number}, process_, name, !shares_memory_);
  }
  return place->second;
}

void SourceConnection::open_ring(SourceMessage message) {
  SourceRing ring = parse_ring(message.text);
  if (message.descriptors.size() != 2) {
    throw FileError(fmt::format("the memory of \"{}\" did not arrive", ring.name));
  }
  auto opened = std::make_shared<Ring>();
  opened->slot_bytes = ring.slot_bytes;
  opened->control = inspect::SharedPages::open(message.descriptors[0].number(), inspect::control_bytes, true);
  if (ring.memory) {
    SourceMemory memory = *std::move(ring.memory);
    memory.pool = std::move(message.descriptors[1]);
    opened->on_device = std::make_shared<const SourceMemory>(std::move(memory));
  } else {
    opened->slots = inspect::SharedPages::open(message.descriptors[1].number(),
                                               static_cast<std::size_t>(inspect::slot_count * ring.slot_bytes), false);
  }
  if (!opened->control.is_mapped() || !(opened->on_device || opened->slots.is_mapped())) {
    throw FileError(fmt::format("the memory of \"{}\" is not of a fixed size of {} bytes", ring.name,
                                inspect::slot_count * ring.slot_bytes));
  }
  Array& array = array_named(message.number, ring.name);
  array.ring = std::move(opened);
  array.last_read = 0;
}

std::shared_ptr<const SourceFrame> SourceConnection::frame_of(const std::shared_ptr<const Ring>& ring, std::size_t slot,
                                                              std::uint64_t number,
                                                              const SourceDescription& description) {
  const std::shared_ptr<const void> hold(
      ring.get(), [ring, slot](const void*) { set_state(ring->page().slots[slot], inspect::SlotState::free); });
  const std::uint64_t offset = slot * ring->slot_bytes;
  if (!ring->on_device) {
    const std::byte* const begin = ring->slots.data() + offset;
    return make_frame(number, description, {begin, begin + description.bytes});
  }
  return std::make_shared<const SourceFrame>(
      SourceFrame{.number = number,
                  .view = gpu::StridedMemoryView::from_external({.pointer = no_address,
                                                                 .device_id = {gpu::DeviceKind::cuda, 0},
                                                                 .is_host_accessible = false,
                                                                 .is_device_accessible = false},
                                                                description.layout, description.type),
                  .time = description.time,
                  .texture = description.texture,
                  .on_device = SourceDeviceState{ring->on_device, offset, description.bytes, hold}});
}

void SourceConnection::update(std::uint32_t number, Array& array, bool takes_frame) {
  inspect::ControlPage& page = array.ring->page();
  page.is_shown.store(takes_frame ? 1 : 0, std::memory_order_relaxed);
  const std::optional<std::size_t> slot =
      takes_frame ? begin_reading(page, array.last_read) : newest_slot(page, array.last_read);
  if (!slot) {
    return;
  }
  const SourceDescription description = parse_source(copied_text(page.slots[*slot]));
  if (description.bytes > array.ring->slot_bytes) {
    throw FileError(fmt::format("\"{}\" has {} bytes in a slot of {}", description.name, description.bytes,
                                array.ring->slot_bytes));
  }
  std::shared_ptr<const SourceFrame> frame;
  if (takes_frame) {
    frame = frame_of(array.ring, *slot, ++array.frames, description);
  }
  table_.update({number_, number}, description, std::move(frame));
}

void SourceConnection::take_frame(SourceMessage message) {
  const SourceDescription description = parse_source(message.text);
  if (message.descriptors.size() > 1 || (!message.descriptors.empty() && !message.payload.empty())) {
    throw FileError(fmt::format("\"{}\" comes both in a message and in shared memory", description.name));
  }
  std::vector<std::byte> bytes = std::move(message.payload);
  if (!message.descriptors.empty() && description.bytes > 0) {
    const inspect::SharedPages pages =
        inspect::SharedPages::open(message.descriptors[0].number(), static_cast<std::size_t>(description.bytes), false);
    if (!pages.is_mapped()) {
      throw FileError(fmt::format("the memory of \"{}\" is not of a fixed size", description.name));
    }
    bytes.assign(pages.data(), pages.data() + description.bytes);
  }
  if (bytes.empty() && message.descriptors.empty() && description.bytes > 0) {
    static_cast<void>(array_named(message.number, description.name));
    table_.update({number_, message.number}, description, nullptr);
    answer(inspect::MessageType::taken, message.number);
    return;
  }
  if (bytes.size() != description.bytes) {
    throw FileError(
        fmt::format("\"{}\" has {} bytes, but {} arrived", description.name, description.bytes, bytes.size()));
  }
  Array& array = array_named(message.number, description.name);
  table_.update({number_, message.number}, description, make_frame(++array.frames, description, std::move(bytes)));
  answer(inspect::MessageType::taken, message.number);
}

void SourceConnection::follow_shown() {
  for (auto& [number, array] : arrays_) {
    const bool is_shown = table_.is_shown({number_, number});
    if (std::exchange(array.was_shown, is_shown) != is_shown && array.ring) {
      update(number, array, is_shown);
    }
    const inspect::Demand demand = table_.demand({number_, number});
    if (!shares_memory_ && demand != array.demand) {
      array.demand = demand;
      answer(inspect::MessageType::demand, number, {reinterpret_cast<const char*>(&demand), sizeof demand});
    }
  }
}

}  // namespace texelscope::app
