#include "texelscope/gpu/call_cost.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "gpu/driver/device_box.h"
#include "gpu/driver/driver_decorator.h"
#include "gpu/driver/open_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/event.h"
#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/trace.h"

namespace texelscope::gpu {
namespace {

/// Calls between two synchronizations. The first calls miss the caches, which the wait filled with the driver's data;
/// CallCost::first_added_ns is their cost.
constexpr std::uint64_t calls_of_round = 100;
constexpr std::size_t copied_bytes = 64;

/// One variant of the measured calls, with the objects that it uses.
struct Way {
  /// A separate device, so that variants do not share observers.
  Way(const Device& opened, const kernels::KernelEntry& entry) : device{opened} {
    if (device.id().kind == DeviceKind::cuda) {
      kernel = Kernel::from_symbol(device, entry.device_symbol);
    }
  }

  Device device;
  Stream stream{device.create_stream()};
  Buffer from{device.allocate(copied_bytes, stream)};
  Buffer to{device.allocate(copied_bytes, stream)};
  Event event{device.create_event({})};
  /// The empty kernel as an ordinary CUDA kernel; on a CUDA device only.
  std::optional<Kernel> kernel{};
};

/// Host times in nanoseconds of calls after a synchronization.
struct RoundTimes {
  double first;
  /// Per call, including the first call.
  double average;
};

template <class Call>
RoundTimes time_round(const Way& way, const Call& call) {
  using Clock = std::chrono::steady_clock;
  using Nanoseconds = std::chrono::duration<double, std::nano>;
  const auto start = Clock::now();
  call();
  const auto after_first = Clock::now();
  for (std::uint64_t i = 1; i < calls_of_round; ++i) {
    call();
  }
  const auto end = Clock::now();
  way.stream.synchronize();
  return {Nanoseconds{after_first - start}.count(),
          Nanoseconds{end - start}.count() / static_cast<double>(calls_of_round)};
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

void require_success(Status status, const char* call) {
  if (status != Status::success) {
    throw DriverError(status, call, "raw");
  }
}

/// A kind of call, made both through objects and directly to the driver.
struct Measured {
  std::string_view name;
  std::function<void(const Way&)> object;
  std::function<Status(const Way&, driver::RawCalls&)> raw;
  double max_added_ns = 100;
};

/// Launches the kernel as an ordinary CUDA kernel whose parameters are its functor and the extent.
std::function<void(const Way&)> ordinary_launch(const kernels::KernelEntry& entry, const void* functor) {
  return [size = entry.kernel_size, functor](const Way& way) {
    kernels::LaunchExtent extent{1, 1, 1};
    void* addresses[]{const_cast<void*>(functor), &extent};
    const std::size_t sizes[]{size, sizeof extent};
    detail::launch_kernel(way.stream, {.grid = {1, 1, 1}, .block = {256, 1, 1}}, *way.kernel, {addresses, sizes, 2});
  };
}

std::vector<Measured> measured_calls(DeviceKind device, const kernels::KernelEntry& entry, const void* kernel) {
  std::vector<Measured> calls{
      {"allocate and free", [](const Way& way) { way.device.allocate(copied_bytes, way.stream).close(); },
       [](const Way& way, driver::RawCalls& raw) { return raw.allocate_and_free(copied_bytes, way.stream.handle()); }},
      {"copy", [](const Way& way) { way.to.copy_from(way.from, way.stream); },
       [](const Way& way, driver::RawCalls& raw) {
         return raw.copy(way.to.handle(), way.from.handle(), copied_bytes, way.stream.handle());
       }},
      {"fill", [](const Way& way) { way.to.fill(std::byte{0}, way.stream); },
       [](const Way& way, driver::RawCalls& raw) {
         return raw.fill(way.to.handle(), copied_bytes, way.stream.handle());
       }},
      {"launch",
       [&entry, kernel](const Way& way) {
         kernels::launch_entry(way.stream, entry, {1, 1, 1}, kernel);
       },
       [&entry, kernel](const Way& way, driver::RawCalls& raw) {
         return raw.launch(entry, kernel, way.stream.handle());
       }},
      {"event record", [](const Way& way) { way.stream.record(way.event); },
       [](const Way& way, driver::RawCalls& raw) { return raw.record(way.event.handle(), way.stream.handle()); }},
      {"acquire a stream", [](const Way& way) { Stream::from_handle(way.device, way.stream.handle()).close(); },
       [](const Way& /*way*/, driver::RawCalls& /*raw*/) { return Status::success; }}};
  if (device == DeviceKind::cuda) {
    calls.push_back({"launch by arguments", ordinary_launch(entry, kernel),
                     [&entry, kernel](const Way& way, driver::RawCalls& raw) {
                       return raw.launch(entry, kernel, way.stream.handle());
                     },
                     60});
  }
  return calls;
}

/// Does nothing and returns immediately.
class IdleDriver final : public driver::Driver {
 public:
  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_PERFORM_ANY)

 private:
  template <class Call>
  Status perform_any(Call& /*call*/) noexcept {
    return Status::success;
  }
};

/// Not inlined: a compiler that knows the driver would remove the calls.
[[gnu::noinline]] double query_ns(driver::Driver& driver) {
  constexpr std::uint64_t queries = 1000;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < queries; ++i) {
    driver::StreamQuery call{{i}};
    static_cast<void>(driver.perform(call));
  }
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  return taken.count() / static_cast<double>(queries);
}

}  // namespace

std::vector<CallCost> measure_call_costs(DeviceId device, const kernels::KernelEntry& empty_kernel, const void* kernel,
                                         std::uint64_t calls) {
  const Way plain(Device::open(device), empty_kernel);
  const Way traced(Device::open(device, {.observers = {std::make_shared<Trace>(std::size_t{1} << 12U)},
                                         .diagnostics = {},
                                         .stream_profiler = {}}),
                   empty_kernel);
  std::vector<CallCost> costs;
  for (const Measured& measured : measured_calls(device.kind, empty_kernel, kernel)) {
    const auto raw_calls = driver::open_raw_calls(device, plain.device.box()->driver());
    const auto raw = [&] {
      return time_round(plain, [&] { require_success(measured.raw(plain, *raw_calls), measured.name.data()); });
    };
    const auto objects = [&](const Way& way) { return time_round(way, [&] { measured.object(way); }); };
    std::vector<double> raw_ns, object_ns, traced_ns, other_context_ns, added_ns, first_added_ns;
    const std::uint64_t rounds = std::max<std::uint64_t>(calls / calls_of_round, 1) | 1U;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      const RoundTimes without = raw();
      const RoundTimes with = objects(plain);
      raw_ns.push_back(without.average);
      object_ns.push_back(with.average);
      added_ns.push_back(with.average - without.average);
      first_added_ns.push_back(with.first - without.first);
      traced_ns.push_back(objects(traced).average);
    }
    // A new thread has no current context.
    std::thread{[&] {
      for (std::uint64_t round = 0; round < rounds; ++round) {
        other_context_ns.push_back(objects(plain).average);
      }
    }}.join();
    costs.push_back({.name = measured.name,
                     .raw_ns = median(raw_ns),
                     .object_ns = median(object_ns),
                     .other_context_ns = median(other_context_ns),
                     .traced_ns = median(traced_ns),
                     .added_ns = median(added_ns),
                     .first_added_ns = median(first_added_ns),
                     .max_added_ns = measured.max_added_ns});
  }
  return costs;
}

UnobservedCost measure_unobserved_cost(std::uint64_t calls) {
  IdleDriver direct;
  const auto switched_off = driver::observe(std::make_unique<IdleDriver>(), {});
  const auto traced = driver::observe(std::make_unique<IdleDriver>(), {std::make_shared<Trace>(std::size_t{1} << 12U)});
  std::array<std::vector<double>, 3> times;
  for (std::uint64_t round = 0; round < (calls / 1000 | 1U); ++round) {
    times[0].push_back(query_ns(direct));
    times[1].push_back(query_ns(*switched_off));
    times[2].push_back(query_ns(*traced));
  }
  return {median(times[0]), median(times[1]), median(times[2])};
}

}  // namespace texelscope::gpu
