#pragma once

#include <cstdint>
#include <filesystem>

namespace texelscope::app {

/// Bytes that this process can still take without writing other memory to disk: what the machine has (MemAvailable of
/// /proc/meminfo), and no more than its control groups allow, as those of a container do (memory.max of version 2,
/// memory.limit_in_bytes of version 1; files that are cached count as free). The largest number where Linux tells none.
/// `root` is the folder of proc and sys/fs/cgroup.
[[nodiscard]] std::uint64_t free_memory(const std::filesystem::path& root = "/");

/// From now on memory of 8 MiB and more goes back to the system as soon as it is freed. The allocator of glibc else
/// keeps what files and large images took.
void give_back_large_memory();

}  // namespace texelscope::app
