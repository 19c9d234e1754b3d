#include "app/accesses/access_maps.h"

#include <algorithm>
#include <array>
#include <optional>

#include "app/accesses/texel_place.h"

namespace texelscope::app {

namespace {

constexpr int warp_size = 32;
constexpr std::uint64_t sector_bytes = 32;
constexpr std::size_t num_banks = 32;

/// Threads whose accesses are one request, as an H200 counts them.
int lanes_of_request(gpu::AccessKind kind, const gpu::AccessObject& object) {
  switch (kind) {
    case gpu::AccessKind::fetch:
      return 4;
    case gpu::AccessKind::surface_read:
    case gpu::AccessKind::surface_write:
      return object.array.shape.depth() > 1 || object.array.kind != gpu::ArrayKind::plain ? 4 : 8;
    default:
      return warp_size;
  }
}

/// How an H200 counts the sectors of a request: `lanes` threads at a time, each sector `times` times.
struct SectorCount {
  int lanes = warp_size;
  std::uint64_t times = 1;
};
SectorCount sector_count_of(const gpu::AccessObject& object) {
  if (object.kind != gpu::AccessObject::Kind::texture || object.texture.filter_mode != gpu::FilterMode::linear) {
    return {};
  }
  const bool is_wide = object.array.element_size() == 16;
  return {4 / (object.array.shape.depth() > 1 ? 2 : 1) / (is_wide ? 2 : 1), is_wide ? 2U : 1U};
}

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
                      0, in_block % warp_size};
  for (int lane = warp * warp_size; lane < std::min((warp + 1) * warp_size, threads_of_block); ++lane) {
    const bool is_inside = first.x + lane % block.width < extent.width &&
                           first.y + lane / block.width % block.height < extent.height &&
                           first.z + lane / (block.width * block.height) < extent.depth;
    result.num_threads += is_inside ? 1 : 0;
  }
  return result;
}

std::uint64_t tile_sector(const gpu::AccessObject& object, std::uint64_t offset) {
  const std::optional<TexelPlace> place = texel_place(object, offset);
  const bool is_linear = object.resource == gpu::ResourceKind::linear || object.resource == gpu::ResourceKind::pitch_2d;
  if (!place || is_linear) {
    return offset / sector_bytes;
  }
  // A tile is 16 bytes wide and 2 rows high.
  const std::uint64_t width = 16 / std::clamp<std::uint64_t>(object.array.element_size(), 1, 16);
  const std::uint64_t tiles_x = place->row_texels / width + 1;
  const std::uint64_t tiles_y = place->slice_rows / 2 + 1;
  return (std::uint64_t{place->level} << 55U) + (place->x / width + tiles_x * (place->y / 2 + tiles_y * place->z));
}

std::vector<LineMap> AccessMaps::lines() const {
  const std::lock_guard lock{mutex_};
  return lines_;
}

std::vector<TexelMap> AccessMaps::texels() const {
  const std::lock_guard lock{mutex_};
  return texel_maps_;
}

std::vector<TexelCounts> AccessMaps::counts() const {
  const std::lock_guard lock{mutex_};
  return counts_;
}

void AccessMaps::clear() {
  const std::lock_guard lock{mutex_};
  counts_.clear();
  num_counts_ = 0;
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

std::size_t AccessMaps::line(const gpu::Access& access, SiteState& site) {
  if (site.passes == 1 || site.object != access.object) {
    const auto [found, is_new] = line_numbers_.try_emplace({access.site, access.object}, lines_.size());
    if (is_new) {
      lines_.push_back({.launch = launch_, .site = access.site, .kind = access.kind, .object = access.object});
    }
    site.object = access.object;
    site.line = found->second;
  }
  return site.line;
}

AccessMaps::Request& AccessMaps::request(const gpu::Access& access, const gpu::AccessObject& object,
                                         std::uint32_t pass) {
  const auto part = static_cast<std::uint64_t>(lane_ / lanes_of_request(access.kind, object));
  const std::uint64_t key = std::uint64_t{access.site} << 35U | std::uint64_t{pass} << 3U | part;
  std::vector<Request>& requests = warp_->requests;
  if (next_request_ >= requests.size() || requests[next_request_].key != key) {
    const auto [found, is_new] = warp_->numbers.try_emplace(key, requests.size());
    if (is_new) {
      requests.push_back({.key = key});
    }
    next_request_ = found->second;
  }
  return requests[next_request_++];
}

void AccessMaps::access(const gpu::Access& access, const gpu::AccessContext& context) {
  const std::lock_guard lock{mutex_};
  if (access.thread.x != thread_.x || access.thread.y != thread_.y || access.thread.z != thread_.z) {
    end_thread();
    thread_ = access.thread;
    ++thread_count_;
    next_request_ = 0;
    const WarpOfThread warp = warp_of(thread_, extent_, block_);
    const auto [found, is_new] = warps_.try_emplace(warp.number);
    if (is_new) {
      found->second.missing_threads = warp.num_threads;
    }
    warp_number_ = warp.number;
    warp_ = &found->second;
    lane_ = warp.lane;
  }
  if (access.site >= sites_.size()) {
    sites_.resize(access.site + std::size_t{1});
  }
  SiteState& site = sites_[access.site];
  site.passes = site.thread == thread_count_ ? site.passes + 1 : 1;
  site.thread = thread_count_;
  const gpu::AccessObject& object = context.object();
  const bool is_memory = object.kind == gpu::AccessObject::Kind::memory;
  const SectorCount count = sector_count_of(object);
  Request& request = this->request(access, object, site.passes);
  request.line = line(access, site);
  request.is_memory = is_memory;
  request.sector_times = count.times;
  // Threads, samples and levels that are counted apart have other sectors: 5 bits, 5 bits and 4 bits above the tile.
  const std::uint64_t lanes = static_cast<std::uint64_t>(lane_ / count.lanes) << 59U;
  const auto samples = [](const gpu::AccessedBytes& bytes) { return std::uint64_t{bytes.sample} << 50U; };
  LineMap& sums = lines_[request.line];
  ++sums.accesses;
  for (const gpu::AccessedBytes& bytes : context.bytes()) {
    ++sums.texels;
    sums.bytes += bytes.size_bytes;
    request.bytes.push_back(
        {bytes.offset, bytes.size_bytes,
         is_memory ? bytes.offset / sector_bytes : lanes + samples(bytes) + tile_sector(object, bytes.offset)});
    Texels& texels = texels_[bytes.memory];
    if (texels.map.num_texels == 0) {
      texels.texel_bytes = texel_bytes_of(object);
      texels.map = {.launch = launch_, .object = access.object, .num_texels = object.size_bytes / texels.texel_bytes};
    }
    std::vector<std::uint32_t>& counts = is_write(access.kind) ? texels.writes : texels.reads;
    const std::uint64_t texel = bytes.offset / texels.texel_bytes;
    if (texel >= counts.size()) {
      counts.resize(std::max(texel + 1, texels.map.num_texels));
    }
    ++counts[texel];
  }
}

void AccessMaps::end_thread() {
  if (warp_ != nullptr && --warp_->missing_threads == 0) {
    end_warp(*warp_);
    warps_.erase(warp_number_);
  }
  warp_ = nullptr;
}

void AccessMaps::end_warp(Warp& warp) {
  for (Request& request : warp.requests) {
    LineMap& sums = lines_[request.line];
    std::vector<Bytes>& all = request.bytes;
    ++sums.requests;
    words_.clear();
    for (const Bytes& bytes : all) {
      words_.push_back(bytes.sector);
      // An access of memory may reach into the next sector.
      if (request.is_memory && (bytes.offset + bytes.size_bytes - 1) / sector_bytes != bytes.sector) {
        words_.push_back(bytes.sector + 1);
      }
    }
    std::ranges::sort(words_);
    sums.sectors += request.sector_times * (words_.size() - std::ranges::unique(words_).size());
    std::ranges::sort(all, {}, &Bytes::offset);
    const auto repeated = std::ranges::unique(all, {}, &Bytes::offset);
    all.erase(repeated.begin(), repeated.end());
    sums.distinct += all.size();
    for (const Bytes& bytes : all) {
      sums.distinct_bytes += bytes.size_bytes;
    }
    if (request.is_memory) {
      sums.bank_conflicts += conflicts(all);
    }
  }
}

std::uint64_t AccessMaps::conflicts(std::span<const Bytes> all) {
  words_.clear();
  for (const Bytes& bytes : all) {
    for (std::uint64_t word = bytes.offset / 4; word <= (bytes.offset + bytes.size_bytes - 1) / 4; ++word) {
      words_.push_back(word);
    }
  }
  // Offsets are sorted, so equal words are neighbors.
  const auto repeated = std::ranges::unique(words_);
  words_.erase(repeated.begin(), repeated.end());
  std::array<std::uint64_t, num_banks> words_of_bank{};
  for (const std::uint64_t word : words_) {
    ++words_of_bank[word % num_banks];
  }
  const std::uint64_t most = *std::ranges::max_element(words_of_bank);
  return most > 0 ? most - 1 : 0;
}

void AccessMaps::keep_counts(const Texels& texels) {
  constexpr std::size_t most = std::size_t{1} << 25U;
  const std::size_t size = texels.reads.size() + texels.writes.size();
  if (size > most - num_counts_) {
    return;
  }
  num_counts_ += size;
  const auto narrow = [](const std::vector<std::uint32_t>& counts) {
    std::vector<std::uint16_t> narrowed(counts.size());
    std::ranges::transform(counts, narrowed.begin(),
                           [](std::uint32_t count) { return static_cast<std::uint16_t>(std::min(count, 65535U)); });
    return narrowed;
  };
  counts_.push_back({texels.map.launch, texels.map.object, static_cast<std::uint32_t>(texels.texel_bytes),
                     narrow(texels.reads), narrow(texels.writes)});
}

void AccessMaps::end(const gpu::AccessLaunch& /*launch*/) {
  const std::lock_guard lock{mutex_};
  end_thread();
  // Warps with threads that made no access.
  for (auto& [number, warp] : warps_) {
    end_warp(warp);
  }
  warps_.clear();
  for (auto& [memory, texels] : texels_) {
    TexelMap& map = texels.map;
    for (const std::uint32_t count : texels.reads) {
      map.reads += count;
      map.read_texels += count > 0 ? 1 : 0;
      map.most_reads = std::max(map.most_reads, count);
    }
    for (const std::uint32_t count : texels.writes) {
      map.writes += count;
      map.written_once += count == 1 ? 1 : 0;
      map.written_often += count > 1 ? 1 : 0;
    }
    texel_maps_.push_back(map);
    keep_counts(texels);
  }
  texels_.clear();
}

}  // namespace texelscope::app
