#include "app/conformance/corpus.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <ostream>
#include <string_view>

#include "app/conformance/fingerprint.h"
#include "app/files/file.h"
#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

static_assert(std::endian::native == std::endian::little, "the file stores numbers in memory order");

constexpr std::string_view magic = "TEXELCOR";
constexpr std::uint32_t version = 1;
constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 30;

class Writer {
 public:
  template <class T>
  void number(T value) {
    bytes(&value, sizeof(value));
  }
  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    bytes(value.data(), value.size());
  }
  void bytes(const void* from, std::size_t count) {
    const std::span added(static_cast<const std::byte*>(from), count);
    std::ranges::copy(added, std::back_inserter(bytes_));
  }
  [[nodiscard]] const std::vector<std::byte>& written() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Thrown for impossible contents of a file.
struct Damaged {};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_{bytes} {}
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  std::string text() {
    const auto bytes = take(number<std::uint32_t>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  std::span<const std::byte> take(std::size_t count) {
    if (count > bytes_.size()) {
      throw Damaged{};
    }
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }
  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

/// Writes a channel of all results: a width of 0 and the common value if all are equal, otherwise 1, 2 or 4 bytes per
/// value.
void write_channel(Writer& writer, const std::vector<FetchedTexel>& results, std::size_t channel) {
  const std::uint32_t first = results.empty() ? 0 : results.front()[channel];
  std::uint32_t any = 0;
  bool is_one = true;
  for (const FetchedTexel& result : results) {
    any |= result[channel];
    is_one = is_one && result[channel] == first;
  }
  const std::uint8_t width = is_one ? 0 : (any <= 0xFF ? 1 : (any <= 0xFFFF ? 2 : 4));
  writer.number(width);
  if (is_one) {
    writer.number(first);
    return;
  }
  for (const FetchedTexel& result : results) {
    writer.bytes(&result[channel], width);
  }
}

void read_channel(Reader& reader, std::vector<FetchedTexel>& results, std::size_t channel) {
  const auto width = reader.number<std::uint8_t>();
  if (width != 0 && width != 1 && width != 2 && width != 4) {
    throw Damaged{};
  }
  const std::uint32_t one = width == 0 ? reader.number<std::uint32_t>() : 0;
  const auto values = reader.take(results.size() * width);
  for (std::size_t index = 0; index < results.size(); ++index) {
    results[index][channel] = one;
    if (width != 0) {
      std::memcpy(&results[index][channel], values.data() + index * width, width);
    }
  }
}

/// The names of all classes, each once, in the order of the entries.
std::vector<std::string> class_names(const Corpus& corpus) {
  std::vector<std::string> names;
  for (const CorpusEntry& entry : corpus.entries) {
    if (std::ranges::find(names, entry.class_name) == names.end()) {
      names.push_back(entry.class_name);
    }
  }
  return names;
}

void write_body(Writer& writer, const Corpus& corpus) {
  writer.text(corpus.origin.device);
  writer.text(corpus.origin.driver);
  writer.text(corpus.origin.date);
  writer.number(corpus.origin.seed);
  const std::vector<std::string> names = class_names(corpus);
  writer.number(static_cast<std::uint32_t>(names.size()));
  for (const std::string& name : names) {
    writer.text(name);
  }
  writer.number(static_cast<std::uint32_t>(corpus.entries.size()));
  for (const CorpusEntry& entry : corpus.entries) {
    writer.number(static_cast<std::uint32_t>(std::ranges::find(names, entry.class_name) - names.begin()));
    writer.number(entry.number);
    writer.number(entry.num_samples);
    writer.number(entry.fingerprint);
    writer.number(static_cast<std::uint32_t>(entry.results.size()));
    for (std::size_t channel = 0; channel < 4; ++channel) {
      write_channel(writer, entry.results, channel);
    }
  }
}

Corpus read_body(Reader reader) {
  Corpus corpus;
  corpus.origin.device = reader.text();
  corpus.origin.driver = reader.text();
  corpus.origin.date = reader.text();
  corpus.origin.seed = reader.number<std::uint64_t>();
  std::vector<std::string> names;
  for (auto count = reader.number<std::uint32_t>(); count > 0; --count) {
    names.push_back(reader.text());
  }
  // Equal results take no space in the file, so this bounds the allocation for a forged number.
  std::uint64_t results_left = std::uint64_t{1} << 24;
  for (auto count = reader.number<std::uint32_t>(); count > 0; --count) {
    CorpusEntry& entry = corpus.entries.emplace_back();
    const auto name = reader.number<std::uint32_t>();
    entry.number = reader.number<std::uint64_t>();
    entry.num_samples = reader.number<std::uint32_t>();
    entry.fingerprint = reader.number<std::uint64_t>();
    const auto num_results = reader.number<std::uint32_t>();
    if (name >= names.size() || num_results > results_left || entry.num_samples > 2 * results_left) {
      throw Damaged{};
    }
    results_left -= num_results;
    entry.class_name = names[name];
    entry.results.resize(num_results);
    for (std::size_t channel = 0; channel < 4; ++channel) {
      read_channel(reader, entry.results, channel);
    }
  }
  if (reader.left() != 0) {
    throw Damaged{};
  }
  return corpus;
}

}  // namespace

void save_corpus(const std::filesystem::path& path, const Corpus& corpus) {
  Writer writer;
  writer.bytes(magic.data(), magic.size());
  writer.number(version);
  write_body(writer, corpus);
  Fingerprint sum;
  sum.add(writer.written());
  writer.number(sum.value());
  write_file(path, [&](std::ostream& stream) {
    stream.write(reinterpret_cast<const char*>(writer.written().data()),
                 static_cast<std::streamsize>(writer.written().size()));
  });
}

Corpus load_corpus(const std::filesystem::path& path) {
  const std::vector<std::byte> file = read_file(path, largest_file);
  const auto fail = [&](const std::string& reason) {
    return FileError(fmt::format("cannot read {}: {}", path.string(), reason));
  };
  Reader reader(file);
  try {
    if (std::memcmp(reader.take(magic.size()).data(), magic.data(), magic.size()) != 0) {
      throw fail("it is not a corpus of texture fetches; record one with conformance --record");
    }
    if (const auto found = reader.number<std::uint32_t>(); found != version) {
      throw fail(
          fmt::format("its corpus version is {}, but this program reads version {}; record it again", found, version));
    }
    if (reader.left() < sizeof(std::uint64_t)) {
      throw Damaged{};
    }
    const auto body = reader.take(reader.left() - sizeof(std::uint64_t));
    Fingerprint sum;
    sum.add(std::span(file).first(file.size() - sizeof(std::uint64_t)));
    if (sum.value() != reader.number<std::uint64_t>()) {
      throw Damaged{};
    }
    return read_body(Reader(body));
  } catch (const Damaged&) {
    throw fail("the corpus is truncated or damaged; copy it again");
  }
}

}  // namespace texelscope::app
