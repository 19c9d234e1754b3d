#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "app/accesses/frame_coverage.h"
#include "app/accesses/hazard.h"
#include "app/accesses/shadow_memory.h"
#include "app/accesses/stream_order.h"
#include "texelscope/gpu/access_recorder.h"
#include "texelscope/gpu/call_observer.h"

namespace texelscope::app {

/// Finds the hazards of recorded launches, exactly for the accesses that were made: races by the values that they
/// change, so two threads that write the same value are none, nor are atomic operations among themselves. Both a sink
/// of the recorder and an observer of the device (DeviceOptions::observers), whose calls order the streams. Between
/// launches, the last write and the last two reads of each location are compared.
class HazardCheck final : public gpu::AccessSink, public gpu::CallObserver {
 public:
  /// Each kind and pair of lines once, in order of the first occurrence.
  [[nodiscard]] std::vector<Hazard> hazards() const;

  void scheduled(const gpu::AccessLaunch& launch) override;
  void begin(const gpu::AccessLaunch& launch) override;
  void access(const gpu::Access& access, const gpu::AccessContext& context) override;
  void after(const gpu::CallView& call, gpu::Status status, gpu::CallClock::time_point start,
             gpu::CallClock::time_point end) noexcept override;

 private:
  void check_place(const gpu::Access& access);
  void check_nan(const gpu::Access& access, const gpu::AccessObject& object);
  /// Whether an earlier launch is not ordered before the current one.
  bool is_unordered(std::uint32_t launch);
  void read(ShadowCell& cell, const gpu::Access& access, std::uint64_t offset);
  void write(ShadowCell& cell, const gpu::Access& access, std::uint64_t offset, bool is_changed);
  void report(HazardKind kind, const ShadowCell::Entry& earlier, bool is_earlier_write, const gpu::Access& access,
              bool is_write, std::uint64_t offset);
  void add(Hazard hazard);

  mutable std::mutex mutex_;
  StreamOrder order_;
  FrameCoverage coverage_;
  ShadowMemory shadow_;
  kernels::LaunchExtent extent_{};
  std::uint32_t launch_ = 0;
  std::uint32_t thread_ = ShadowCell::none;
  /// The last argument of is_unordered(), and its result.
  std::uint32_t earlier_ = ShadowCell::none;
  bool is_earlier_unordered_ = false;
  /// The last hazard of the current access, by the earlier one.
  struct Counted {
    HazardKind kind = HazardKind::write_write;
    std::uint32_t launch = ShadowCell::none;
    std::uint32_t thread = ShadowCell::none;
    std::uint32_t site = ShadowCell::none;
    bool operator==(const Counted&) const = default;
  };
  Counted counted_;
  /// Whether the current thread has read a NaN, or written its first.
  bool has_nan_ = false;
  std::vector<Hazard> hazards_;
  std::map<std::tuple<HazardKind, std::uint32_t, std::uint32_t>, std::size_t> known_;
};

}  // namespace texelscope::app
