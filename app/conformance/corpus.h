#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/texture/sample_texture.h"

namespace texelscope::app {

/// Where recorded results come from.
struct CorpusOrigin {
  /// Such as "NVIDIA H200".
  std::string device;
  /// "580.159" or "13.0"; "none" for the CPU device.
  std::string driver;
  /// ISO 8601, in UTC.
  std::string date;
  std::uint64_t seed = 0;

  bool operator==(const CorpusOrigin&) const = default;
};

/// One case: what it was drawn from, a fingerprint of what was drawn, and what the device returned.
struct CorpusEntry {
  std::string class_name;
  std::uint64_t number = 0;
  std::uint32_t num_samples = 0;
  std::uint64_t fingerprint = 0;
  std::vector<FetchedTexel> results;

  bool operator==(const CorpusEntry&) const = default;
};

/// Results recorded on a device, to be compared with on machines that have none of its kind.
struct Corpus {
  CorpusOrigin origin;
  std::vector<CorpusEntry> entries;
};

/// The file begins with "TEXELCOR" and a version; the results of a case lie channel by channel, each in as few bytes
/// as its largest value needs, one value where all are the same; the last 8 bytes are a checksum. Little-endian.
/// @throws FileError when it cannot be written.
void save_corpus(const std::filesystem::path& path, const Corpus& corpus);

/// @throws FileError for a file that cannot be read, is no corpus, is cut short or damaged, or of another version.
[[nodiscard]] Corpus load_corpus(const std::filesystem::path& path);

}  // namespace texelscope::app
