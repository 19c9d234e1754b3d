#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/texture/sample_texture.h"

namespace texelscope::app {

/// The source of recorded results.
struct CorpusOrigin {
  /// For example, "NVIDIA H200".
  std::string device;
  /// "580.159" or "13.0"; "none" for the CPU device.
  std::string driver;
  /// ISO 8601, in UTC.
  std::string date;
  std::uint64_t seed = 0;

  bool operator==(const CorpusOrigin&) const = default;
};

/// One case: its parameters, a fingerprint of the case, and the device's results.
struct CorpusEntry {
  std::string class_name;
  std::uint64_t number = 0;
  std::uint32_t num_samples = 0;
  std::uint64_t fingerprint = 0;
  std::vector<FetchedTexel> results;

  bool operator==(const CorpusEntry&) const = default;
};

/// Results recorded on a device, for comparison on machines without such a device.
struct Corpus {
  CorpusOrigin origin;
  std::vector<CorpusEntry> entries;
};

/// The file starts with "TEXELCOR" and a version; the results of a case are stored channel by channel: each value of a
/// channel has the number of bytes that the channel's largest value needs, and equal values are stored once; the last 8
/// bytes are a checksum. Little-endian. @throws FileError if it cannot be written.
void save_corpus(const std::filesystem::path& path, const Corpus& corpus);

/// @throws FileError for a file that cannot be read, is not a corpus, is truncated or damaged, or has a different
/// version.
[[nodiscard]] Corpus load_corpus(const std::filesystem::path& path);

}  // namespace texelscope::app
