#include "app/compare/rules/compare_by_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "app/compare/measures/align.h"
#include "app/compare/measures/colors.h"
#include "app/compare/measures/mask.h"
#include "app/files/file.h"
#include "app/images/image_convert.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

void make_opaque(Image& image) {
  if (image.channels % 2 != 0) {
    return;
  }
  with_sample_type(image.type, [&](auto sample) {
    using Sample = decltype(sample);
    constexpr Sample opaque = full_value<Sample>;
    const std::size_t texel = static_cast<std::size_t>(image.channels) * sizeof(Sample);
    for (std::size_t at = texel - sizeof(Sample); at < image.pixels.size(); at += texel) {
      std::memcpy(image.pixels.data() + at, &opaque, sizeof(Sample));
    }
  });
}

/// Converts the image of a file as the rules require.
void prepare(std::optional<Image>& image, const ImageRules& rules) {
  if (!image) {
    return;
  }
  if (rules.hdr == HdrHandling::clamp && image->type == gpu::DataType::float32) {
    Image encoded = with_16_bits(with_encoded_floats(*image));
    encoded.note = std::move(image->note);
    image = std::move(encoded);
  }
  if (rules.alpha == AlphaHandling::ignore) {
    make_opaque(*image);
    // They contain alpha.
    image->stored.reset();
    image->exact.reset();
    std::erase_if(image->facts, [](const FileFact& fact) { return fact.name == "alpha"; });
    const auto names = std::ranges::find(image->facts, "channels", &FileFact::name);
    if (names != image->facts.end() && num_color_channels(*image) < image->channels) {
      names->value.resize(names->value.rfind(", "));
    }
  }
}

/// Compares prepared images of the same place, or aligned ones; `expected` is the place of the expected image itself.
PairResult compare_masked(const ImagePair& pair, const ImageRules& rules, ComparisonOptions options, KeepImages keep,
                          const std::optional<PixelRectangle>& expected, std::vector<std::uint8_t> absent = {}) {
  std::vector<std::uint8_t> mask;
  std::string fault;
  try {
    mask = pair.expected ? mask_of(rules.masks, place_of(*pair.expected), expected.value_or(place_of(*pair.expected)))
                         : mask;
    mask = mask.empty() ? std::move(absent) : mask;
    for (std::size_t pixel = 0; pixel < absent.size(); ++pixel) {
      mask[pixel] |= absent[pixel];
    }
  } catch (const FileError& error) {
    fault = error.what();
  } catch (const gpu::InvalidArgument& error) {
    fault = error.what();
  }
  options.limits = rules.limits;
  options.compares_files = !rules.has_only_pixels && rules.hdr == HdrHandling::linear && are_none(rules.limits);
  options.mask = mask;
  PairResult result = compare_pair(pair, options, keep);
  if (result.comparison && result.comparison->pixels == 0) {
    fault = "the masks cover every pixel, leaving nothing to compare; make them smaller";
  }
  if (!fault.empty()) {
    result.broke_limits_alone = false;
    result.failures.push_back(std::move(fault));
  }
  return result;
}

/// Compares prepared images, on one canvas if they have different places in their files' coordinates.
PairResult compare_placed(const ImagePair& pair, const ImageRules& rules, const ComparisonOptions& options,
                          KeepImages keep) {
  if (!pair.expected || !pair.actual || !need_alignment(*pair.expected, *pair.actual)) {
    return compare_masked(pair, rules, options, keep, std::nullopt);
  }
  ImagePair placed{.name = pair.name,
                   .expected = std::nullopt,
                   .actual = std::nullopt,
                   .expected_error = "",
                   .actual_error = "",
                   .parameters = pair.parameters,
                   .expected_file = pair.expected_file,
                   .actual_file = pair.actual_file,
                   .uncompared = pair.uncompared};
  AlignedImages images = aligned(*pair.expected, *pair.actual);
  placed.expected = std::move(images.expected);
  placed.actual = std::move(images.actual);
  placed.missing = std::move(images.missing);
  return compare_masked(placed, rules, options, keep, place_of(*pair.expected), std::move(images.absent));
}

/// Opens the file, unless it is open already.
Image read_accepted(const FilePlace& file, const ReadOptions& reading, OpenedImages* opened) {
  constexpr std::size_t max_opened = 32;
  if (opened == nullptr || (opened->size() == max_opened && !opened->contains(file.path))) {
    return read_compared(ImageReader(file), reading);
  }
  return read_compared(opened->try_emplace(file.path, file).first->second, reading);
}

std::string text_of(const std::chrono::year_month_day& day) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                     static_cast<unsigned>(day.day()));
}

}  // namespace

Image read_compared(const ImageReader& file, const ReadOptions& options) {
  // A single image may be compared with a part of a different file, whose name and other contents do not matter.
  Image image = file.read({options.orientation, file.parts().size() > 1 ? options.part : ""});
  if (!options.part.empty()) {
    std::erase_if(image.facts, [](const FileFact& fact) { return fact.name == "channels" || fact.name == "part"; });
    image.unread.clear();
  }
  return image;
}

AcceptedImages load_accepted(const FilePlace& expected, const ImageRules& rules, OpenedImages* opened) {
  const fs::path folder = expected.path.has_parent_path() ? expected.path.parent_path() : fs::path(".");
  std::vector<std::string> names;
  std::set<fs::path> files;
  std::ranges::copy_if(rules.accepted, std::back_inserter(names),
                       [&](const std::string& name) { return files.insert(fs::path(name).lexically_normal()).second; });
  return [folder, within = expected.within.is_none() ? gpu::Folder(folder) : expected.within, names = std::move(names),
          reading = rules.reading, opened, index = std::size_t{0}]() mutable -> std::optional<AcceptedImage> {
    if (index == names.size()) {
      return std::nullopt;
    }
    AcceptedImage accepted{names[index++], std::nullopt, ""};
    const FilePlace file(folder / accepted.name, within);
    if (is_there(file.path)) {
      try {
        accepted.image = read_accepted(file, reading, opened);
      } catch (const FileError& failure) {
        accepted.error = failure.what();
      }
    }
    return accepted;
  };
}

void judge_known_failure(const ImageRules& rules, std::chrono::sys_days day, PairResult& result) {
  if (!rules.known_failure) {
    return;
  }
  const KnownFailure& known = *rules.known_failure;
  const std::string name = fmt::format("{} ({})", known.origin, known.reason);
  if (result.failures.empty()) {
    std::vector<std::string>& texts = known.is_strict ? result.failures : result.notes;
    texts.push_back(fmt::format("it passes now, but is a known failure according to {}; remove the rule", name));
  } else if (known.covers == CoveredFailures::limits && !result.broke_limits_alone) {
    result.failures.push_back(fmt::format(
        "the known failure in {} covers only limits; use \"covers\": \"all\" to include images that cannot be compared",
        name));
  } else if (known.until && day > std::chrono::sys_days(*known.until)) {
    result.failures.push_back(
        fmt::format("it was a known failure until {}, according to {}; fix the image, or extend the date",
                    text_of(*known.until), name));
  } else {
    result.known_failure =
        fmt::format("{}{}", name, known.until ? fmt::format(", until {}", text_of(*known.until)) : "");
  }
}

PairResult compare_by_rules(ImagePair pair, const AcceptedImages& accepted, const ImageRules& rules,
                            const ComparisonOptions& options, KeepImages keep, std::chrono::sys_days day) {
  prepare(pair.expected, rules);
  prepare(pair.actual, rules);
  // Images within the limits may still fail for these reasons.
  const KeepImages wanted = keep;
  const bool has_other_failures = !rules.masks.empty() || !rules.accepted.empty() || rules.known_failure;
  if (keep == KeepImages::failed && has_other_failures) {
    keep = KeepImages::yes;
  }
  std::vector<PairResult> results{compare_placed(pair, rules, options, keep)};
  std::vector<AcceptedImage> absent;
  const fs::path folder = pair.expected_file.path.parent_path();
  while (std::optional<AcceptedImage> each = accepted ? accepted() : std::nullopt) {
    if (!each->image) {
      absent.push_back(std::move(*each));
    } else if (!results.back().failures.empty()) {
      pair.expected = std::move(each->image);
      pair.expected_file.path = folder / each->name;
      prepare(pair.expected, rules);
      results.insert(results.begin(), compare_placed(pair, rules, options, keep));
      results.front().accepted_image = each->name;
      sort_worst_first(results);
      results.erase(results.begin());
    }
  }
  PairResult result = std::move(results.back());
  const bool has_passed = result.failures.empty();
  for (const AcceptedImage& each : absent) {
    if (!each.error.empty()) {
      result.broke_limits_alone = false;
      result.failures.push_back(fmt::format("accepted: {}", each.error));
    } else if (!has_passed) {
      result.failures.push_back(fmt::format("the accepted image {} is missing", each.name));
    } else if (each.name != rules.own_image) {
      result.notes.push_back(fmt::format("the accepted image {} is missing; remove it from the rule", each.name));
    }
  }
  judge_known_failure(rules, day, result);
  if (wanted == KeepImages::failed && result.has_passed()) {
    result.pictures.clear();
  }
  return result;
}

}  // namespace texelscope::app
