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

/// The differences of two lists of results.
struct ResultComparison {
  std::uint64_t mismatches = 0;
  /// Over all channels; see ulp_distance().
  std::uint32_t largest_ulp = 0;
  /// The first result that differs.
  std::optional<std::size_t> first;
};

/// Compares result by result, up to the shorter list.
[[nodiscard]] ResultComparison compare_results(std::span<const FetchedTexel> expected,
                                               std::span<const FetchedTexel> actual, ResultKind kind) noexcept;

/// A case to run.
struct ConformanceJob {
  std::size_t class_index = 0;
  std::uint64_t number = 0;
  std::size_t num_samples = 0;
  /// The recorded results, if any.
  const CorpusEntry* recorded = nullptr;
};

/// The outcome of a case.
struct ConformanceOutcome {
  std::uint64_t compared = 0;
  ResultComparison comparison;
  std::string first_failure;
  std::string refusal;
  std::optional<CorpusEntry> record;
};

/// Runs cases on its own streams, one after another.
class ConformanceWorker {
 public:
  /// `device` is null if the expected results are recorded, or are the model's own; `classes` must outlive the worker.
  ConformanceWorker(std::uint64_t seed, const std::vector<ConformanceClass>& classes, const gpu::Device* device,
                    const gpu::Device& model, bool is_recorded);

  /// @throws FileError if a recorded case is drawn differently now; gpu::DriverError if a device fails rather than
  /// rejects.
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
