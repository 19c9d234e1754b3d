#include "inspect/sender/source.h"

#include <unistd.h>

#include <cerrno>
#include <new>
#include <system_error>

namespace texelscope::inspect {

void Source::make_ring(std::uint64_t bytes) {
  const auto page_bytes = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t rounded = (std::max<std::uint64_t>(bytes, 1) + page_bytes - 1) / page_bytes * page_bytes;
  if (control.is_mapped() && rounded <= slot_bytes) {
    return;
  }
  drop_ring();
  control = SharedPages::create(control_bytes, false, control_file);
  slots = control.is_mapped() ? SharedPages::create(slot_count * rounded, true, slots_file) : SharedPages{};
  if (!slots.is_mapped()) {
    const int error = errno;
    drop_ring();
    throw std::system_error{error, std::generic_category(), "shared memory for \"" + name + "\""};
  }
  slot_bytes = rounded;
  new (control.data()) ControlPage{};
}

void Source::drop_ring() noexcept {
  control.close();
  slots.close();
  control_file.close();
  slots_file.close();
  slot_bytes = 0;
  copies = {};
  is_announced = false;
  has_news = false;
  awaits_taken = false;
  kept.reset();
  sent = {};
}

}  // namespace texelscope::inspect
