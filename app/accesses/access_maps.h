#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "texelscope/gpu/access_recorder.h"

namespace texelscope::app {

/// All accesses of one line by one launch. A request is what the threads of a part of a warp do together: the n-th
/// access of a line by each of its threads. The parts are those that an H200 counts (docs/access-recording.md): a warp
/// for linear memory, 4 threads for fetches and surfaces of volumes and layers, 8 for other surfaces. Sectors are the
/// distinct 32 bytes of a request, as Nsight Compute counts them: exact for linear memory; for arrays, a rule found on
/// an H200.
struct LineMap {
  std::uint32_t launch = 0;
  std::uint32_t site = 0;
  gpu::AccessKind kind = gpu::AccessKind::fetch;
  std::uint32_t object = 0;
  std::uint64_t accesses = 0;
  std::uint64_t texels = 0;  ///< Texels that the accesses read or wrote; elements of linear memory.
  std::uint64_t bytes = 0;   ///< Bytes of these.
  std::uint64_t requests = 0;
  std::uint64_t sectors = 0;
  /// Distinct texels or elements of each request, summed: texels / distinct is the reuse within a request.
  std::uint64_t distinct = 0;
  /// Requests of linear memory: the accesses that would wait if the memory were in the 32 banks of shared memory.
  std::uint64_t bank_conflicts = 0;

  /// Share of the bytes of all sectors that the requests needed, at most 1.
  [[nodiscard]] double efficiency() const {
    return sectors == 0 ? 1 : static_cast<double>(distinct_bytes) / (32.0 * static_cast<double>(sectors));
  }
  std::uint64_t distinct_bytes = 0;  ///< Bytes of the distinct texels.
};

/// How often a launch read and wrote the texels of one memory.
struct TexelMap {
  std::uint32_t launch = 0;
  std::uint32_t object = 0;  ///< The first object through which the launch accessed the memory.
  std::uint64_t num_texels = 0;
  std::uint64_t reads = 0;
  std::uint64_t read_texels = 0;  ///< Texels that were read at least once; the others are cold.
  std::uint32_t most_reads = 0;   ///< The maximum over all texels.
  std::uint64_t writes = 0;
  std::uint64_t written_once = 0;
  std::uint64_t written_often = 0;  ///< Texels that were written more than once.
};

/// How often a launch read and wrote each texel of a TexelMap.
struct TexelCounts {
  std::uint32_t launch = 0;
  std::uint32_t object = 0;
  /// The size of a texel: the first has offset 0 in the object's memory.
  std::uint32_t texel_bytes = 4;
  /// By texel; empty if the launch never did. Counts end at 65535.
  std::vector<std::uint16_t> reads;
  std::vector<std::uint16_t> writes;
};

/// Sums all accesses of recorded launches, a warp at a time. Needs memory for the texels of the arrays that one launch
/// accesses.
class AccessMaps final : public gpu::AccessSink {
 public:
  /// In order of launches and of the first access.
  [[nodiscard]] std::vector<LineMap> lines() const;
  [[nodiscard]] std::vector<TexelMap> texels() const;
  /// Those of all texels(), up to a total of 2²⁵ counts; later ones are left out.
  [[nodiscard]] std::vector<TexelCounts> counts() const;
  void clear();

  void begin(const gpu::AccessLaunch& launch) override;
  void access(const gpu::Access& access, const gpu::AccessContext& context) override;
  void end(const gpu::AccessLaunch& launch) override;

 private:
  struct Bytes {
    std::uint64_t offset;
    std::uint32_t size_bytes;
    std::uint64_t sector;
  };
  /// The n-th access of a line by the threads of a part of a warp.
  struct Request {
    std::uint64_t key = 0;
    std::size_t line = 0;
    bool is_memory = false;
    std::uint64_t sector_times = 1;
    std::vector<Bytes> bytes{};
  };
  struct Warp {
    int missing_threads = 0;
    std::vector<Request> requests;
    /// The index of a request by its key.
    std::unordered_map<std::uint64_t, std::size_t> numbers;
  };
  struct Texels {
    TexelMap map;
    std::uint64_t texel_bytes = 4;
    /// By texel.
    std::vector<std::uint32_t> reads;
    std::vector<std::uint32_t> writes;
  };
  /// The state of a site while a launch is recorded.
  struct SiteState {
    std::uint64_t thread = 0;  ///< The last thread, counted from 1, that passed it.
    std::uint32_t passes = 0;  ///< How often that thread did.
    std::uint32_t object = 0;  ///< The object of its last access, and the index of its line.
    std::size_t line = 0;
  };

  void keep_counts(const Texels& texels);
  void end_thread();
  void end_warp(Warp& warp);
  /// Bank conflicts of a request with these distinct bytes, sorted by offset.
  [[nodiscard]] std::uint64_t conflicts(std::span<const Bytes> all);
  [[nodiscard]] std::size_t line(const gpu::Access& access, SiteState& site);
  /// The request of an access that is pass `pass` of its site.
  [[nodiscard]] Request& request(const gpu::Access& access, const gpu::AccessObject& object, std::uint32_t pass);

  mutable std::mutex mutex_;
  std::vector<LineMap> lines_;
  std::vector<TexelMap> texel_maps_;
  std::vector<TexelCounts> counts_;
  std::size_t num_counts_ = 0;

  // The launch in progress.
  kernels::LaunchExtent extent_{};
  kernels::LaunchExtent block_{};
  std::uint32_t launch_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> line_numbers_;
  std::unordered_map<std::uint32_t, Texels> texels_;
  std::unordered_map<std::uint64_t, Warp> warps_;
  kernels::Index thread_{-1, -1, -1};
  int lane_ = 0;
  std::uint64_t thread_count_ = 0;
  std::uint64_t warp_number_ = 0;
  Warp* warp_ = nullptr;
  /// Where the next access of the thread is likely to be among the requests of its warp.
  std::size_t next_request_ = 0;
  std::vector<SiteState> sites_;
  std::vector<std::uint64_t> words_;
};

/// The number of a thread's warp in a launch, how many of the warp's threads have an index in the extent, and the
/// thread's place in its warp. Blocks are numbered row-major, as are threads within a block, 32 of which are a warp.
struct WarpOfThread {
  std::uint64_t number = 0;
  int num_threads = 0;
  int lane = 0;
};
[[nodiscard]] WarpOfThread warp_of(const kernels::Index& thread, const kernels::LaunchExtent& extent,
                                   const kernels::LaunchExtent& block);

/// The sector of a texel in a level of an array, in tiles as an H200 has them (docs/access-recording.md); of memory,
/// and of textures of memory, the sector of its address.
[[nodiscard]] std::uint64_t tile_sector(const gpu::AccessObject& object, std::uint64_t offset);

}  // namespace texelscope::app
