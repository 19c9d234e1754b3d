#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/live_objects.h"

namespace texelscope::tests {

/// One round of a sweep: the options of a device whose nth call fails, and its errors, thrown or reported.
struct FaultRound {
  std::shared_ptr<gpu::FaultInjector> faults;
  std::vector<std::string> errors;
  gpu::DeviceOptions options;
};

/// Calls `use(round)`, which opens and closes a device, until each of its calls has failed once. Each failure must
/// cause one error of one line, thrown or as a diagnostic, and no object may leak. @returns these lines.
template <class Use>
std::vector<std::string> sweep_faults(Use&& use) {
  std::vector<std::string> lines;
  for (std::uint64_t nth = 1;; ++nth) {
    SCOPED_TRACE("call " + std::to_string(nth));
    const auto live = std::make_shared<gpu::LiveObjects>();
    FaultRound round{std::make_shared<gpu::FaultInjector>(nth, gpu::Status::out_of_memory), {}, {}};
    round.options = {{round.faults, live},
                     [&round](const gpu::Diagnostic& diagnostic) { round.errors.push_back(diagnostic.text); }};
    try {
      use(round);
    } catch (const gpu::DriverError& error) {
      EXPECT_EQ(error.status(), gpu::Status::out_of_memory);
      round.errors.emplace_back(error.what());
    }
    EXPECT_EQ(live->list(), std::vector<std::string>{});
    if (!round.faults->has_fired()) {
      EXPECT_EQ(round.errors, std::vector<std::string>{});
      return lines;
    }
    EXPECT_EQ(round.errors.size(), 1U) << "each failure must cause one line";
    if (round.errors.size() != 1) {
      return lines;
    }
    lines.push_back(round.errors.front());
  }
}

}  // namespace texelscope::tests
