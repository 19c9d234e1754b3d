#include "inspect/sender/source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <system_error>
#include <utility>

namespace texelscope::inspect {

void Source::make_ring(std::uint64_t bytes) {
  const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t rounded = (std::max<std::uint64_t>(bytes, 1) + page_bytes - 1) / page_bytes * page_bytes;
  if (slots.is_mapped() && rounded <= slot_bytes) {
    return;
  }
  drop_ring();
  make_control();
  slots = SharedPages::create(slot_count * rounded, true, slots_file);
  if (!slots.is_mapped()) {
    const int error = errno;
    drop_ring();
    throw std::system_error{error, std::generic_category(), "shared memory for \"" + name + "\""};
  }
  slot_bytes = rounded;
}

void Source::make_cuda_ring(const void* data, std::uint64_t bytes) {
  // An element of any type is aligned in each slot.
  constexpr std::uint64_t alignment = 512;
  const std::uint64_t rounded = (std::max<std::uint64_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  if (cuda && rounded <= slot_bytes && cuda->is_on_device_of(data)) {
    return;
  }
  drop_ring();
  cuda = std::make_unique<CudaSlots>(data, rounded);
  make_control();
  slot_bytes = rounded;
}

void Source::make_control() {
  control = SharedPages::create(control_bytes, false, control_file);
  if (!control.is_mapped()) {
    throw std::system_error{errno, std::generic_category(), "shared memory for \"" + name + "\""};
  }
  new (control.data()) ControlPage{};
}

bool Source::finish_copies() {
  while (!copying.empty()) {
    const std::size_t position = copying.front();
    const std::optional<bool> is_copied = cuda->is_copied(position);
    if (!is_copied) {
      return false;
    }
    copying.pop_front();
    Slot& written = page().slots[position];
    if (*is_copied) {
      finish_writing(written, sequence - copying.size());
      has_news = true;
    } else {
      set_state(written, SlotState::free);
    }
  }
  return true;
}

void Source::drop_ring() noexcept {
  control.close();
  slots.close();
  if (cuda) {
    retired.push_back(std::move(cuda));
  }
  copying.clear();
  control_file.close();
  slots_file.close();
  slot_bytes = 0;
  copies = {};
  is_announced = false;
  has_news = false;
  awaits_taken = false;
  kept.reset();
  last_read = 0;
  sent = {};
}

}  // namespace texelscope::inspect
