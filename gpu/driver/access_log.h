#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "texelscope/gpu/access_recorder.h"

namespace texelscope::gpu {

/// The accesses that an AccessRecorder has recorded. Launches are scheduled on any thread; one at a time is recorded.
class AccessLog {
 public:
  explicit AccessLog(AccessRecorderOptions options) : options_{std::move(options)} {}

  [[nodiscard]] const AccessRecorderOptions& options() const noexcept { return options_; }
  void set_on(bool is_on) noexcept { is_on_.store(is_on, std::memory_order_relaxed); }
  [[nodiscard]] bool is_on() const noexcept { return is_on_.load(std::memory_order_relaxed); }
  /// Whether the accesses of a launch's thread are kept.
  [[nodiscard]] bool keeps(const kernels::Index& thread, const kernels::LaunchExtent& extent) const noexcept;

  /// Adds a scheduled launch and returns its number. @throws std::bad_alloc.
  std::uint32_t schedule(AccessLaunch launch);
  [[nodiscard]] AccessRecording copy() const;
  void clear();

  /// The launch that is being recorded: it holds the log until it ends.
  class Recording {
   public:
    /// Begins a scheduled launch; if it was begun before, by an earlier launch of its graph, adds another.
    Recording(AccessLog& log, std::uint32_t launch);
    /// Ends the launch.
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    [[nodiscard]] AccessLaunch& launch() noexcept { return *launch_; }
    /// The number of an object that has none yet.
    std::uint32_t add_object(AccessObject object);
    [[nodiscard]] const AccessObject& object(std::uint32_t number) const { return log_.objects_[number]; }
    /// The number of a place in the code.
    std::uint32_t site(const void* caller);
    /// Passes an access to the sinks, and keeps it if `is_kept`, unless end_thread() discards it.
    void add(const Access& access, const AccessContext& context, bool is_kept);
    /// After the last access of a thread that is kept.
    void end_thread();
    /// Calls `resolve` with the callers of the sites that are new since the last call.
    void resolve_sites(const std::function<void(std::span<const void* const>, std::span<AccessSite>)>& resolve);

   private:
    AccessLog& log_;
    std::unique_lock<std::mutex> lock_;
    AccessLaunch* launch_ = nullptr;
    /// The current thread's accesses: where they begin, and how many there are.
    struct Thread {
      std::size_t first = 0;
      std::array<std::uint64_t, 6> counts{};
      std::uint64_t num_dropped = 0;
      bool has_touched = false;
    };
    Thread thread_;
    /// Recent places in the code, by their low bits.
    struct RecentSite {
      const void* caller = nullptr;
      std::uint32_t number = 0;
    };
    std::array<RecentSite, 256> recent_sites_{};
  };

  /// For devices: the next number of a memory.
  std::uint32_t next_memory() noexcept { return next_memory_++; }

 private:
  struct Scheduled {
    AccessLaunch launch;
    bool has_begun = false;
  };
  /// Requires launches_mutex_.
  Scheduled& add_launch(AccessLaunch launch);

  const AccessRecorderOptions options_;
  std::atomic<bool> is_on_{false};
  std::atomic<std::uint32_t> next_memory_{0};
  /// Held while a launch is recorded, and while the members below are read.
  mutable std::mutex recording_mutex_;
  /// Guards launches_, to which launches are added while one is recorded; taken after recording_mutex_.
  mutable std::mutex launches_mutex_;
  std::deque<Scheduled> launches_;
  std::vector<AccessObject> objects_;
  std::vector<AccessSite> sites_;
  std::vector<const void*> site_callers_;
  std::size_t num_resolved_sites_ = 0;
  std::unordered_map<const void*, std::uint32_t> site_numbers_;
  std::vector<Access> accesses_;
  std::vector<std::uint64_t> touching_;
};

}  // namespace texelscope::gpu
