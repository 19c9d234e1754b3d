#include "app/labs/layout/warp_access.h"

#include <algorithm>
#include <map>

#include "app/labs/layout/layout_map.h"

namespace texelscope::app {
namespace {

std::int64_t floor_divided(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

std::vector<WarpSegment> touched(const std::vector<WarpLane>& lanes, std::int64_t bytes, std::int64_t size) {
  std::map<std::int64_t, std::uint32_t> segments;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const std::int64_t last = floor_divided(lanes[lane].address + bytes - 1, size);
    for (std::int64_t number = floor_divided(lanes[lane].address, size); number <= last; ++number) {
      segments[number] |= std::uint32_t{1} << lane;
    }
  }
  std::vector<WarpSegment> all;
  for (const auto& [number, mask] : segments) {
    all.push_back({number, mask});
  }
  return all;
}

/// Whether the lanes would touch no more sectors than `ideal` if the lowest address were at the start of a sector.
bool is_ideal_when_aligned(std::vector<WarpLane> lanes, std::int64_t bytes, std::int64_t ideal) {
  const std::int64_t lowest = std::ranges::min_element(lanes, {}, &WarpLane::address)->address;
  for (WarpLane& lane : lanes) {
    lane.address -= lowest;
  }
  return std::ssize(touched(lanes, bytes, sector_bytes)) <= ideal;
}

}  // namespace

double WarpAccess::efficiency() const {
  return sectors.empty() ? 0 : static_cast<double>(asked_bytes) / static_cast<double>(sectors.size() * sector_bytes);
}

std::size_t WarpAccess::find_sector(std::int64_t number) const {
  const auto found = std::ranges::lower_bound(sectors, number, {}, &WarpSegment::number);
  return found != sectors.end() && found->number == number ? static_cast<std::size_t>(found - sectors.begin())
                                                           : sectors.size();
}

WarpAccess warp_access(const gpu::StridedLayout& layout, std::int64_t start) {
  WarpAccess access;
  if (layout.is_empty()) {
    return access;
  }
  start = std::clamp<std::int64_t>(start, 0, layout.volume() - 1);
  const std::int64_t count = std::min<std::int64_t>(warp_size, layout.volume() - start);
  for (std::int64_t lane = 0; lane < count; ++lane) {
    const std::int64_t offset = layout(index_at(layout, start + lane).values());
    access.lanes.push_back({start + lane, offset, offset * layout.itemsize()});
  }
  const std::int64_t bytes = std::min(layout.itemsize(), largest_element);
  access.sectors = touched(access.lanes, bytes, sector_bytes);
  access.lines = touched(access.lanes, bytes, line_bytes);
  access.asked_bytes = count * bytes;
  access.ideal_sectors = (access.asked_bytes + sector_bytes - 1) / sector_bytes;
  access.is_misaligned = std::ssize(access.sectors) > access.ideal_sectors &&
                         is_ideal_when_aligned(access.lanes, bytes, access.ideal_sectors);
  return access;
}

}  // namespace texelscope::app
