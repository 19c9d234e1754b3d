#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/conformance/conformance_class.h"
#include "app/conformance/corpus.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// The result for a class.
struct ClassResult {
  ConformanceClass made;
  std::uint64_t configurations = 0;
  /// The number of compared fetches or surface accesses.
  std::uint64_t samples = 0;
  std::uint64_t mismatches = 0;
  /// The largest difference of any channel; UINT32_MAX for a NaN against a number.
  std::uint32_t largest_ulp = 0;
  /// Configuration, operands, expected and actual bits of the first mismatch; empty if there is none.
  std::string first_failure;
  /// Why a device rejected textures of the class; other configurations may have been compared. Empty if none was
  /// rejected.
  std::string refusal;

  [[nodiscard]] bool is_exact() const { return mismatches == 0 && refusal.empty(); }
};

struct ConformanceReport {
  /// The compared classes, in the order of conformance_classes().
  std::vector<ClassResult> classes;
  /// The device's results, if they are recorded.
  std::vector<CorpusEntry> recorded;

  [[nodiscard]] std::uint64_t samples() const;
  [[nodiscard]] std::uint64_t mismatches() const;
  [[nodiscard]] bool is_exact() const;
};

/// The random cases of a run.
struct ConformancePlan {
  std::uint64_t seed = 1;
  /// The total number of samples, distributed evenly over the classes.
  std::uint64_t samples = 10'000'000;
  /// Restricts the run to classes whose name contains this.
  std::string only{};
  bool is_recorded = false;
};

/// Called occasionally with the completed fraction, 0 … 1.
using ConformanceProgress = std::function<void(double)>;

/// Runs the random cases of the plan on `device` and on `model`, and compares the results. If both are the same device,
/// its two routes to a sample are compared (see FetchRoute), and classes without a second route are skipped unless they
/// are recorded. The result does not depend on the number of threads. @throws gpu::DriverError if a device fails.
[[nodiscard]] ConformanceReport run_conformance(const ConformancePlan& plan, const gpu::Device& device,
                                                const gpu::Device& model, const ConformanceProgress& progress);

/// Compares the results of `device` with recorded results. @throws FileError if the random cases are not the recorded
/// cases, because of a different generator, or a machine with different arithmetic.
[[nodiscard]] ConformanceReport replay_corpus(const Corpus& corpus, const std::string& only, const gpu::Device& device,
                                              const ConformanceProgress& progress);

}  // namespace texelscope::app
