#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/conformance/conformance_class.h"
#include "app/conformance/corpus.h"
#include "texelscope/gpu/device.h"

namespace texelscope::app {

/// What was found for a class.
struct ClassResult {
  ConformanceClass made;
  std::uint64_t configurations = 0;
  /// Fetches, or accesses of surfaces, that were compared.
  std::uint64_t samples = 0;
  std::uint64_t mismatches = 0;
  /// The largest difference of any channel; UINT32_MAX for a NaN against a number.
  std::uint32_t largest_ulp = 0;
  /// Configuration, operands, expected and actual bits of the first mismatch; empty without one.
  std::string first_failure;
  /// Why a device does not make such textures; the class's other configurations may have been compared. Empty when all
  /// were made.
  std::string refusal;

  [[nodiscard]] bool is_exact() const { return mismatches == 0 && refusal.empty(); }
  /// Whether no more differs than known_bound() tells.
  [[nodiscard]] bool is_as_known() const;
};

struct ConformanceReport {
  /// Of each class that was compared, in the order of conformance_classes().
  std::vector<ClassResult> classes;
  /// What the device returned, where it was to be recorded.
  std::vector<CorpusEntry> recorded;

  [[nodiscard]] std::uint64_t samples() const;
  [[nodiscard]] std::uint64_t mismatches() const;
  [[nodiscard]] bool is_exact() const;
  [[nodiscard]] bool is_as_known() const;
};

/// What is drawn.
struct ConformancePlan {
  std::uint64_t seed = 1;
  /// In all; each class gets as many.
  std::uint64_t samples = 10'000'000;
  /// Only classes whose name contains this.
  std::string only{};
  bool is_recorded = false;
};

/// Told now and then how much is done, 0 … 1.
using ConformanceProgress = std::function<void(double)>;

/// Runs what the plan draws on `device` and on `model`, and compares. Where both are one device, its two ways to a
/// sample are compared (see FetchRoute), and classes without a second way are left out unless they are recorded.
/// The result does not depend on the number of threads.
/// @throws gpu::DriverError when a device fails.
[[nodiscard]] ConformanceReport run_conformance(const ConformancePlan& plan, const gpu::Device& device,
                                                const gpu::Device& model, const ConformanceProgress& progress);

/// Compares what `device` returns with what was recorded.
/// @throws FileError when the cases that are drawn are not those that were recorded: another generator, or a machine
/// whose arithmetic differs.
[[nodiscard]] ConformanceReport replay_corpus(const Corpus& corpus, const std::string& only, const gpu::Device& device,
                                              const ConformanceProgress& progress);

}  // namespace texelscope::app
