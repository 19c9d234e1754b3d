#include "app/conformance/conformance_worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/files/file_error.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::string values_text(const FetchedTexel& texel, ResultKind kind) {
  std::string text;
  for (const std::uint32_t bits : texel) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : " ", bits_text(bits), number_text(bits, kind));
  }
  return text;
}

void add(const ResultComparison& found, const ConformanceCase& work, std::span<const FetchedTexel> expected,
         std::span<const FetchedTexel> actual, const char* route, ConformanceOutcome& outcome) {
  if (found.first && outcome.first_failure.empty()) {
    outcome.first_failure = fmt::format("{}: expected {}, the model{} returns {}", work.describe(*found.first),
                                        values_text(expected[*found.first], work.result_kind()), route,
                                        values_text(actual[*found.first], work.result_kind()));
  }
  outcome.comparison.mismatches = std::max(outcome.comparison.mismatches, found.mismatches);
  outcome.comparison.largest_ulp = std::max(outcome.comparison.largest_ulp, found.largest_ulp);
}

}  // namespace

ConformanceWorker::ConformanceWorker(std::uint64_t seed, const std::vector<ConformanceClass>& classes,
                                     const gpu::Device* device, const gpu::Device& model, bool is_recorded)
    : seed_{seed}, classes_{classes}, model_{model.create_stream()}, is_recorded_{is_recorded} {
  if (device != nullptr) {
    device_.emplace(device->create_stream());
  }
}

ConformanceOutcome ConformanceWorker::run(const ConformanceJob& job) const {
  ConformanceOutcome outcome;
  const ConformanceClass& made = classes_[job.class_index];
  const ConformanceCase work = draw_case(made, seed_, job.number, job.num_samples);
  if (job.recorded != nullptr && job.recorded->fingerprint != work.fingerprint()) {
    throw FileError(
        fmt::format("the corpus does not match this program: case {} of '{}' is drawn differently now; record it "
                    "again",
                    job.number, made.name));
  }
  try {
    compare(work, job, outcome);
  } catch (const gpu::InvalidArgument& error) {
    outcome.refusal = error.what();
  } catch (const gpu::DriverError& error) {
    // A rejection by the driver is a result of the class; any other failure ends the run.
    if (error.status() != gpu::Status::invalid_value && error.status() != gpu::Status::not_supported) {
      throw;
    }
    outcome.refusal = error.what();
  }
  return outcome;
}

void ConformanceWorker::compare(const ConformanceCase& work, const ConformanceJob& job,
                                ConformanceOutcome& outcome) const {
  std::vector<FetchRoute> routes{FetchRoute::fetch};
  if (work.has_sample_route()) {
    routes.push_back(FetchRoute::sample);
  }
  std::vector<std::vector<FetchedTexel>> actual = run_case(work, routes, model_);
  const bool has_expected = job.recorded != nullptr || device_.has_value();
  std::vector<FetchedTexel> expected = job.recorded != nullptr ? job.recorded->results
                                       : device_ ? std::move(run_case(work, {FetchRoute::fetch}, *device_).front())
                                                 : actual.front();
  if (expected.size() != actual.front().size()) {
    throw FileError(fmt::format("the corpus does not match this program: case {} of '{}' has {} results, not {}",
                                job.number, classes_[job.class_index].name, expected.size(), actual.front().size()));
  }
  for (std::size_t route = has_expected ? 0 : 1; route < routes.size(); ++route) {
    outcome.compared = work.num_samples();
    add(compare_results(expected, actual[route], work.result_kind()), work, expected, actual[route],
        routes[route] == FetchRoute::fetch ? "" : " by sample_1d, sample_2d or sample_3d", outcome);
  }
  if (is_recorded_) {
    outcome.record = CorpusEntry{classes_[job.class_index].name, job.number,
                                 static_cast<std::uint32_t>(job.num_samples), work.fingerprint(), std::move(expected)};
  }
}

ResultComparison compare_results(std::span<const FetchedTexel> expected, std::span<const FetchedTexel> actual,
                                 ResultKind kind) noexcept {
  ResultComparison comparison;
  const std::size_t count = std::min(expected.size(), actual.size());
  for (std::size_t index = 0; index < count; ++index) {
    if (expected[index] == actual[index]) {
      continue;
    }
    std::uint32_t largest = 0;
    for (std::size_t channel = 0; channel < 4; ++channel) {
      largest = std::max(largest, ulp_distance(expected[index][channel], actual[index][channel], kind));
    }
    if (largest != 0) {
      ++comparison.mismatches;
      comparison.largest_ulp = std::max(comparison.largest_ulp, largest);
      if (!comparison.first) {
        comparison.first = index;
      }
    }
  }
  return comparison;
}

}  // namespace texelscope::app
