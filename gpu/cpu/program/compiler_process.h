#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace texelscope::gpu::cpu {

enum class ProcessEnding : unsigned char { succeeded, failed, stopped };

/// Runs a program, with what it writes going to the file `output`, and waits for its end. When its time is up or it is
/// asked to stop, it is killed with all that it started. Messages come in English. @throws std::system_error when it
/// cannot be started.
[[nodiscard]] ProcessEnding run_process(const std::filesystem::path& program, std::vector<std::string> arguments,
                                        const std::filesystem::path& output, std::chrono::milliseconds time_limit,
                                        const std::stop_token& stop);

}  // namespace texelscope::gpu::cpu
