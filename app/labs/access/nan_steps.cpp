#include "app/labs/access/nan_steps.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "app/accesses/nan_bits.h"
#include "app/accesses/pixel_history.h"
#include "app/accesses/texel_place.h"
#include "app/labs/access/access_study.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::app {
namespace {

/// The place in its object's memory of a NaN that a fetch read, of level 0 of an array without blocks.
std::optional<std::uint64_t> nan_texel(const RecordedAccesses& recorded, std::size_t access) {
  const std::shared_ptr<const OfferedFetch> fetch = fetch_of(recorded, "", access);
  if (!fetch) {
    return std::nullopt;
  }
  const gpu::AccessObject& object = recorded.recording.objects[recorded.recording.accesses[access].object];
  try {
    for (const gpu::TapExplanation& tap : explanation_of(*fetch).taps) {
      if (!tap.is_border && tap.level == 0 &&
          std::ranges::any_of(tap.value, [](double value) { return std::isnan(value); })) {
        return texel_offset(object, static_cast<std::uint64_t>(tap.index[0]), static_cast<std::uint64_t>(tap.index[1]),
                            static_cast<std::uint64_t>(tap.index[2]));
      }
    }
  } catch (const gpu::InvalidArgument&) {
    // A texture that cannot be explained ends the chain.
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> nan_source(const RecordedAccesses& recorded, std::size_t access) {
  const gpu::Access& of = recorded.recording.accesses.at(access);
  return of.kind == gpu::AccessKind::fetch ? nan_texel(recorded, access)
         : gpu::is_write(of.kind)          ? std::nullopt
                                           : std::optional{of.offset};
}

std::vector<std::size_t> nan_steps(const RecordedAccesses& recorded, std::size_t access) {
  const gpu::AccessRecording& recording = recorded.recording;
  const auto has_nan_at = [&](std::size_t at) {
    return has_nan(recording.objects[recording.accesses[at].object], recording.accesses[at]);
  };
  std::vector<std::size_t> steps;
  std::optional<std::size_t> next = access;
  // Each step is an earlier access.
  while (next && has_nan_at(*next)) {
    const std::vector<std::size_t> more = follow_nan(recording, *next);
    steps.insert(steps.end(), more.begin(), more.end());
    const std::optional<std::uint64_t> source = nan_source(recorded, steps.back());
    next = source ? last_write(recording, steps.back(), *source) : std::nullopt;
  }
  return steps;
}

}  // namespace texelscope::app
