#pragma once

#include <cstdint>
#include <filesystem>

namespace texelscope::app {

/// Bytes that this process can still allocate without swapping out other memory: the machine's free memory
/// (MemAvailable of /proc/meminfo), limited by its control groups, such as those of a container (memory.max of version
/// 2, memory.limit_in_bytes of version 1; cached files count as free). The largest representable number if Linux
/// reports none. `root` is the folder of proc and sys/fs/cgroup.
[[nodiscard]] std::uint64_t free_memory(const std::filesystem::path& root = "/");

/// Makes the allocator return blocks of 8 MiB and more to the system as soon as they are freed. By default, glibc's
/// allocator retains the memory of files and large images.
void give_back_large_memory();

}  // namespace texelscope::app
