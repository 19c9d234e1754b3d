#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/conformance/conformance_case.h"
#include "app/conformance/corpus.h"
#include "app/texture/fetched_value.h"
#include "app/texture/sample_texture.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// How one list of results differs from another.
struct ResultComparison {
  std::uint64_t mismatches = 0;
  /// Of any channel; see ulp_distance().
  std::uint32_t largest_ulp = 0;
  /// The first result that differs.
  std::optional<std::size_t> first;
};

/// Compares result by result, as many as both have.
[[nodiscard]] ResultComparison compare_results(std::span<const FetchedTexel> expected,
                                               std::span<const FetchedTexel> actual, ResultKind kind) noexcept;

/// A case to be run.
struct ConformanceJob {
  std::size_t class_index = 0;
  std::uint64_t number = 0;
  std::size_t num_samples = 0;
  /// Where the results were recorded.
  const CorpusEntry* recorded = nullptr;
};

/// What came of it.
struct ConformanceOutcome {
  std::uint64_t compared = 0;
  ResultComparison comparison;
  std::string first_failure;
  std::string refusal;
  std::optional<CorpusEntry> record;
};

/// Runs cases on streams of its own, one after another.
class ConformanceWorker {
 public:
  /// `device` is null where the results to expect are recorded, or the model's own; `classes` must outlive the worker.
  ConformanceWorker(std::uint64_t seed, const std::vector<ConformanceClass>& classes, const gpu::Device* device,
                    const gpu::Device& model, bool is_recorded);

  /// @throws FileError when a recorded case is drawn otherwise than when it was recorded; gpu::DriverError when a
  /// device fails, rather than refuses.
  [[nodiscard]] ConformanceOutcome run(const ConformanceJob& job) const;

 private:
  void compare(const ConformanceCase& work, const ConformanceJob& job, ConformanceOutcome& outcome) const;

  std::uint64_t seed_;
  const std::vector<ConformanceClass>& classes_;
  gpu::Stream model_;
  std::optional<gpu::Stream> device_;
  bool is_recorded_;
};

}  // namespace texelscope::app
