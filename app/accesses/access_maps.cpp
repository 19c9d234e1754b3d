#include "app/accesses/access_maps.h"

#include <algorithm>
#include <utility>

namespace texelscope::app {

namespace {

constexpr int warp_size = 32;
constexpr std::uint64_t sector_bytes = 32;

std::uint64_t texel_bytes_of(const gpu::AccessObject& object) {
  return object.kind == gpu::AccessObject::Kind::memory ? 4 : object.array.element_size();
}

}  // namespace

WarpOfThread warp_of(const kernels::Index& thread, const kernels::LaunchExtent& extent,
                     const kernels::LaunchExtent& block) {
  const auto blocks_over = [](std::int32_t size, std::int32_t of) { return (std::int64_t{size} + of - 1) / of; };
  const std::int64_t blocks_x = blocks_over(extent.width, block.width);
  const std::int64_t blocks_y = blocks_over(extent.height, block.height);
  const kernels::Index first{thread.x / block.width * block.width, thread.y / block.height * block.height,
                             thread.z / block.depth * block.depth};
  const std::int64_t number_of_block =
      first.x / block.width + blocks_x * (first.y / block.height + blocks_y * (first.z / block.depth));
  const int in_block =
      (thread.x - first.x) + block.width * ((thread.y - first.y) + block.height * (thread.z - first.z));
  const int warp = in_block / warp_size;
  const int threads_of_block = block.width * block.height * block.depth;
  WarpOfThread result{static_cast<std::uint64_t>(number_of_block) *
                              static_cast<std::uint64_t>((threads_of_block + warp_size - 1) / warp_size) +
                          static_cast<std::uint64_t>(warp),
                      0};
  for (int lane = warp * warp_size; lane < std::min((warp + 1) * warp_size, threads_of_block); ++lane) {
    const bool is_inside = first.x + lane % block.width < extent.width &&
                           first.y + lane / block.width % block.height < extent.height &&
                           first.z + lane / (block.width * block.height) < extent.depth;
    result.num_threads += is_inside ? 1 : 0;
  }
  return result;
}

std::uint64_t tile_sector(const gpu::AccessObject& object, std::uint64_t offset) {
  if (object.kind == gpu::AccessObject::Kind::memory || object.resource == gpu::ResourceKind::linear ||
      object.row_pitch_bytes == 0 || object.slice_pitch_bytes == 0) {
    return offset / sector_bytes;
  }
  // 32 one-byte texels are 8x4, 8 four-byte texels 4x2, 2 sixteen-byte texels 2x1.
  const std::uint64_t texel_bytes = std::clamp<std::uint64_t>(object.array.element_size(), 1, 16);
  const std::uint64_t texels = sector_bytes / texel_bytes;
  std::uint64_t height = 1;
  while (2 * height * 2 * height <= texels) {
    height *= 2;
  }
  const std::uint64_t width = texels / height;
  const std::uint64_t within = offset - object.offset;
  const std::uint64_t slice = within / object.slice_pitch_bytes;
  const std::uint64_t row = within % object.slice_pitch_bytes / object.row_pitch_bytes;
  const std::uint64_t column = within % object.slice_pitch_bytes % object.row_pitch_bytes / texel_bytes;
  const std::uint64_t tiles_x = object.row_pitch_bytes / texel_bytes / width + 1;
  const std::uint64_t tiles_y = object.slice_pitch_bytes / object.row_pitch_bytes / height + 1;
  return column / width + tiles_x * (row / height + tiles_y * slice);
}

std::vector<LineMap> AccessMaps::lines() const {
  const std::lock_guard lock{mutex_};
  return lines_;
}

std::vector<TexelMap> AccessMaps::texels() const {
  const std::lock_guard lock{mutex_};
  return texel_maps_;
}

void AccessMaps::clear() {
  const std::lock_guard lock{mutex_};
  lines_.clear();
  texel_maps_.clear();
}

void AccessMaps::begin(const gpu::AccessLaunch& launch) {
  launch_ = launch.number;
  extent_ = launch.extent;
  block_ = launch.block;
  line_numbers_.clear();
  texels_.clear();
  warps_.clear();
  warp_ = nullptr;
  thread_ = {-1, -1, -1};
}

LineMap& AccessMaps::line(std::uint32_t site, std::uint32_t object, gpu::AccessKind kind) {
  const auto [found, is_new] = line_numbers_.try_emplace({site, object}, lines_.size());
  if (is_new) {
    lines_.push_back({.launch = launch_, .site = site, .kind = kind, .object = object});
  }
  return lines_[found->second];
}

void AccessMaps::access(const gpu::Access& access, const gpu::AccessContext& context) {
  const std::lock_guard lock{mutex_};
  if (access.thread.x != thread_.x || access.thread.y != thread_.y || access.thread.z != thread_.z) {
    end_thread();
    thread_ = access.thread;
    passes_.clear();
    const WarpOfThread warp = warp_of(thread_, extent_, block_);
    const auto [found, is_new] = warps_.try_emplace(warp.number);
    if (is_new) {
      found->second.missing_threads = warp.num_threads;
    }
    warp_number_ = warp.number;
    warp_ = &found->second;
  }
  const gpu::AccessObject& object = context.object();
  const std::uint64_t texel_bytes = texel_bytes_of(object);
  LineMap& sums = line(access.site, access.object, access.kind);
  ++sums.accesses;
  Request& request = warp_->requests[{access.site, access.object, passes_[{access.site, access.object}]++}];
  request.kind = access.kind;
  const bool is_memory = object.kind == gpu::AccessObject::Kind::memory;
  for (const gpu::AccessedBytes& bytes : context.bytes()) {
    ++sums.texels;
    sums.bytes += bytes.size_bytes;
    request.texels.try_emplace(bytes.offset, bytes.size_bytes);
    if (is_memory) {
      for (std::uint64_t sector = bytes.offset / sector_bytes;
           sector <= (bytes.offset + bytes.size_bytes - 1) / sector_bytes; ++sector) {
        request.sectors.insert(sector);
      }
      for (std::uint64_t word = bytes.offset / 4; word <= (bytes.offset + bytes.size_bytes - 1) / 4; ++word) {
        request.banks[word % 32].insert(word);
      }
    } else {
      request.sectors.insert(tile_sector(object, bytes.offset));
    }
    Texels& texels = texels_[bytes.memory];
    if (texels.map.num_texels == 0) {
      texels.texel_bytes = texel_bytes;
      texels.map = {.launch = launch_, .object = access.object, .num_texels = object.size_bytes / texel_bytes};
    }
    auto& counts = is_write(access.kind) ? texels.writes : texels.reads;
    ++counts[bytes.offset / texels.texel_bytes];
  }
}

void AccessMaps::end_thread() {
  if (warp_ != nullptr && --warp_->missing_threads == 0) {
    end_warp(*warp_);
    warps_.erase(warp_number_);
  }
  warp_ = nullptr;
}

void AccessMaps::end_warp(const Warp& warp) {
  for (const auto& [key, request] : warp.requests) {
    LineMap& sums = line(std::get<0>(key), std::get<1>(key), request.kind);
    ++sums.requests;
    sums.sectors += request.sectors.size();
    sums.distinct += request.texels.size();
    for (const auto& [offset, size] : request.texels) {
      sums.distinct_bytes += size;
    }
    std::size_t most = 0;
    for (const auto& words : request.banks) {
      most = std::max(most, words.size());
    }
    sums.bank_conflicts += most > 0 ? most - 1 : 0;
  }
}

void AccessMaps::end(const gpu::AccessLaunch& /*launch*/) {
  const std::lock_guard lock{mutex_};
  end_thread();
  // Threads without accesses never ended.
  for (const auto& [number, warp] : warps_) {
    end_warp(warp);
  }
  warps_.clear();
  for (auto& [memory, texels] : texels_) {
    TexelMap& map = texels.map;
    map.read_texels = texels.reads.size();
    for (const auto& [texel, count] : texels.reads) {
      map.reads += count;
      map.most_reads = std::max(map.most_reads, count);
    }
    for (const auto& [texel, count] : texels.writes) {
      map.writes += count;
      ++(count == 1 ? map.written_once : map.written_often);
    }
    texel_maps_.push_back(map);
  }
  texels_.clear();
}

}  // namespace texelscope::app
