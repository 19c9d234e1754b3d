#include "texelscope/gpu/call_cost.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
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

/// Calls per measurement, so that reading the clock does not matter.
constexpr std::uint64_t calls_of_round = 10;
constexpr std::size_t copied_bytes = 64;

/// One variant of all the calls.
struct Way {
  /// A separate device, so that variants do not share observers.
  explicit Way(const Device& opened) : device{opened} {}

  Device device;
  Stream stream{device.create_stream()};
  Buffer from{device.allocate(copied_bytes, stream)};
  Buffer to{device.allocate(copied_bytes, stream)};
  Event event{device.create_event({})};
};

double time_of(const Way& way, const std::function<void()>& calls) {
  const auto start = std::chrono::steady_clock::now();
  calls();
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  way.stream.synchronize();
  return taken.count() / static_cast<double>(calls_of_round);
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

template <class Call>
std::function<void()> round_of(Call call) {
  return [call] {
    for (std::uint64_t i = 0; i < calls_of_round; ++i) {
      call();
    }
  };
}

void require_success(Status status, const char* call) {
  if (status != Status::success) {
    throw DriverError(status, call, "raw");
  }
}

/// A kind of call, made through objects and raw.
struct Measured {
  std::string_view name;
  std::function<void(const Way&)> object;
  std::function<Status(const Way&, driver::RawCalls&)> raw;
  double max_added_ns = 100;
};

/// Launches the kernel as an ordinary one whose parameters are its functor and the extent.
std::function<void(const Way&)> ordinary_launch(const Device& device, const kernels::KernelEntry& entry,
                                                const void* functor) {
  const Kernel kernel = Kernel::from_symbol(device, entry.device_symbol);
  return [kernel, size = entry.kernel_size, functor](const Way& way) {
    const kernels::LaunchExtent extent{1, 1, 1};
    const std::array<detail::LaunchArgument, 2> arguments{detail::LaunchArgument{functor, size, 0},
                                                          detail::launch_argument(extent)};
    detail::launch_kernel(way.stream, {.grid = {1, 1, 1}, .block = {256, 1, 1}}, kernel, arguments);
  };
}

std::vector<Measured> measured_calls(const Device& device, const kernels::KernelEntry& entry, const void* kernel) {
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
  if (device.id().kind == DeviceKind::cuda) {
    calls.push_back({"launch by arguments", ordinary_launch(device, entry, kernel),
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
  const Way plain(Device::open(device));
  const Way traced(Device::open(
      device,
      {.observers = {std::make_shared<Trace>(std::size_t{1} << 12U)}, .diagnostics = {}, .stream_profiler = {}}));
  std::vector<CallCost> costs;
  for (const Measured& measured : measured_calls(plain.device, empty_kernel, kernel)) {
    std::array<std::vector<double>, 4> times;
    const auto objects = [&](const Way& way) { return time_of(way, round_of([&] { measured.object(way); })); };
    const auto raw_calls = driver::open_raw_calls(device, plain.device.box()->driver());
    const auto raw = [&] {
      return time_of(plain, round_of([&] { require_success(measured.raw(plain, *raw_calls), measured.name.data()); }));
    };
    const std::uint64_t rounds = std::max<std::uint64_t>(calls / calls_of_round, 1) | 1U;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      times[0].push_back(raw());
      times[1].push_back(objects(plain));
      times[2].push_back(objects(traced));
    }
    // A new thread has no current context.
    std::thread{[&] {
      for (std::uint64_t round = 0; round < rounds; ++round) {
        times[3].push_back(objects(plain));
      }
    }}.join();
    std::vector<double> added(times[0].size());
    std::ranges::transform(times[1], times[0], added.begin(), std::minus<>{});
    costs.push_back({.name = measured.name,
                     .raw_ns = median(times[0]),
                     .object_ns = median(times[1]),
                     .other_context_ns = median(times[3]),
                     .traced_ns = median(times[2]),
                     .added_ns = median(added),
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
