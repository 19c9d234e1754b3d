#include "app/compare/review/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <ostream>
#include <system_error>
#include <utility>
#include <variant>

#include "app/compare/change_groups.h"
#include "app/compare/review/mask_rule.h"
#include "app/compare/rules/accept.h"
#include "app/compare/rules/rules_file.h"
#include "app/files/file.h"
#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

bool can_be_read(const FilePlace& file, const ReadOptions& reading) {
  try {
    static_cast<void>(read_compared(ImageReader(file), reading));
    return true;
  } catch (const FileError&) {
    return false;
  }
}

std::size_t moved_around(std::size_t position, int step, std::size_t count) {
  const auto all = static_cast<std::ptrdiff_t>(count);
  return static_cast<std::size_t>(((static_cast<std::ptrdiff_t>(position) + step) % all + all) % all);
}

PixelRectangle place_of(const Comparison& comparison) {
  return {comparison.x, comparison.y, comparison.width, comparison.height};
}

/// The rectangles clipped to an image; those outside are omitted.
std::vector<PixelRectangle> clipped(std::span<const PixelRectangle> rectangles, const PixelRectangle& image) {
  std::vector<PixelRectangle> parts;
  for (const PixelRectangle& each : rectangles) {
    const int right = image.x + image.width;
    const int bottom = image.y + image.height;
    const int left = std::clamp(each.x, image.x, right);
    const int top = std::clamp(each.y, image.y, bottom);
    const PixelRectangle part{left, top, std::clamp(each.x + each.width, image.x, right) - left,
                              std::clamp(each.y + each.height, image.y, bottom) - top};
    if (part.width > 0 && part.height > 0) {
      parts.push_back(part);
    }
  }
  return parts;
}

/// @throws FileError for masks that leave nothing to compare.
void require_unmasked(std::span<const MaskShape> masks, const Comparison& comparison) {
  const std::vector<std::uint8_t> mask = mask_of(masks, place_of(comparison), place_of(comparison));
  if (!mask.empty() && std::ranges::find(mask, 0) == mask.end()) {
    throw FileError("they cover every pixel, leaving nothing to compare; make them smaller");
  }
}

}  // namespace

Review::Review(const std::vector<FilePair>& files, std::vector<PairResult> results, ComparisonRules rules,
               fs::path rules_path)
    : rules_{std::move(rules)}, rules_path_{std::move(rules_path)} {
  std::map<std::string_view, const FilePair*> by_name;
  for (const FilePair& pair : files) {
    by_name[pair.name] = &pair;
  }
  for (PairResult& result : results) {
    if (!result.has_passed()) {
      const FilePair& pair = *by_name.at(result.name);
      ReviewPair added{.files = pair,
                       .result = {},
                       .kind = to_string(kind_of(result)),
                       .group = result.group,
                       .change = change_text(result)};
      added.result = std::move(result);
      pairs_.push_back(std::move(added));
    }
  }
  std::ranges::stable_sort(pairs_, {}, &ReviewPair::group);
}

std::size_t Review::count(ReviewState state) const {
  return static_cast<std::size_t>(std::ranges::count(pairs_, state, &ReviewPair::state));
}

void Review::go(int step) { position_ = moved_around(position_, step, pairs_.size()); }

bool Review::go_to_open() {
  for (std::size_t step = 1; step <= pairs_.size(); ++step) {
    const std::size_t place = (position_ + step) % pairs_.size();
    if (pairs_[place].state() == ReviewState::open) {
      position_ = place;
      return true;
    }
  }
  return false;
}

const DifferenceCluster* Review::go_to_cluster(int step) {
  ReviewPair& pair = pairs_[position_];
  const std::size_t count = comparison() != nullptr ? comparison()->clusters.size() : 0;
  if (count == 0) {
    return nullptr;
  }
  pair.cluster = pair.cluster ? moved_around(*pair.cluster, step, count) : step > 0 ? 0 : count - 1;
  return cluster();
}

const Comparison* Review::comparison() const { return shown_comparison(pair().result); }

const DifferenceCluster* Review::cluster() const {
  return pair().cluster ? &comparison()->clusters[*pair().cluster] : nullptr;
}

ReviewPictures Review::pictures() const {
  const FilePair& files = pair().files;
  ReviewPictures pictures{.reading = rules_.for_image(files.name).reading};
  if (!pair().result.part.empty()) {
    pictures.reading.part = pair().result.part;
  }
  const std::array<fs::path, 2> all = paths();
  const std::array folders{files.actual_folder, files.expected_folder};
  for (std::size_t index = 0; index < all.size(); ++index) {
    const FilePlace file(all[index], folders[index]);
    // Compared images are known to be readable.
    if (pair().result.comparison ||
        (files.fault.empty() && is_there(file.path) && can_be_read(file, pictures.reading))) {
      pictures.files.push_back(file.path);
    }
  }
  return pictures;
}

std::vector<PixelRectangle> Review::masks() const {
  std::vector<PixelRectangle> rectangles;
  for (const MaskShape& mask : rules_.for_image(pair().files.name).masks) {
    if (const auto* const rectangle = std::get_if<PixelRectangle>(&mask)) {
      rectangles.push_back(*rectangle);
    }
  }
  return rectangles;
}

std::string Review::other_masks() const {
  std::size_t polygons = 0;
  std::size_t images = 0;
  for (const MaskShape& mask : rules_.for_image(pair().files.name).masks) {
    polygons += std::holds_alternative<MaskPolygon>(mask) ? 1U : 0U;
    images += std::holds_alternative<MaskImage>(mask) ? 1U : 0U;
  }
  const auto words = [](std::size_t number, std::string_view one, std::string_view many) {
    return number == 0 ? "" : fmt::format("{} {}", number, number == 1 ? one : many);
  };
  const std::string first = words(polygons, "polygon", "polygons");
  const std::string second = words(images, "mask image", "mask images");
  return first + (first.empty() || second.empty() ? "" : " and ") + second;
}

void Review::decide(ReviewState decision, std::optional<FileChange> change) {
  ReviewState& present = pairs_[position_].decision;
  steps_.push_back({position_, std::exchange(present, decision), std::move(change), action_});
}

void Review::compare_again() {
  ReviewPair& pair = pairs_[position_];
  pair.cluster.reset();
  if (!is_there(pair.files.expected) && !is_there(pair.files.actual)) {
    // The expected image was removed, like the actual one.
    pair.result = {};
    pair.result.name = pair.files.name;
    return;
  }
  pair.result = compare_file_pair(pair.files, rules_, {}, KeepImages::no);
}

bool Review::accept_removes() const { return is_there(pair().files.expected) && !is_there(pair().files.actual); }

ReviewNotice Review::accept_pair() {
  ReviewPair& pair = pairs_[position_];
  const std::string& name = pair.files.name;
  try {
    const std::vector<Acceptance> plan =
        plan_acceptance({pair.files}, {pair.result}, rules_, {.names = {name}, .prunes = true});
    if (plan.empty() || !plan.front().writes()) {
      return {fmt::format("cannot accept {}: {}", name, plan.empty() ? "nothing to do" : plan.front().text), true};
    }
    const Acceptance& acceptance = plan.front();
    FileChange change({acceptance.target, acceptance.expected_folder});
    accept_image(acceptance);
    change.finish();
    const bool is_removed = acceptance.kind == AcceptanceKind::removed;
    decide(is_removed ? ReviewState::removed : ReviewState::accepted, std::move(change));
    compare_again();
    if (!pair.result.has_passed()) {
      return {fmt::format("{} {}, but the pair still fails: {}", to_string(acceptance.kind), acceptance.target.string(),
                          pair.result.failures.front())};
    }
    return {fmt::format("Accepted {}: {} {}", name, to_string(acceptance.kind), acceptance.target.string())};
  } catch (const FileError& error) {
    return {fmt::format("cannot accept {}: {}", name, error.what()), true};
  }
}

ReviewNotice Review::accept() {
  ++action_;
  return accept_pair();
}

ReviewNotice Review::reject() {
  ++action_;
  return reject_pair();
}

std::vector<std::size_t> Review::open_pairs(std::size_t group) const {
  std::vector<std::size_t> found;
  for (const ReviewPair& pair : std::ranges::equal_range(pairs_, group, {}, &ReviewPair::group)) {
    if (pair.state() == ReviewState::open) {
      found.push_back(static_cast<std::size_t>(&pair - pairs_.data()));
    }
  }
  return found;
}

ReviewNotice Review::decide_group(std::size_t group, ReviewNotice (Review::*decide_pair)(), std::string_view verb) {
  ++action_;
  const std::vector<std::size_t> open = open_pairs(group);
  std::size_t decided = 0;
  std::string fault;
  for (const std::size_t position : open) {
    position_ = position;
    const ReviewNotice notice = (this->*decide_pair)();
    if (pairs_[position].state() != ReviewState::open) {
      ++decided;
    } else if (fault.empty()) {
      fault = notice.text;
    }
  }
  return {fmt::format("{} {} of {} like pairs{}{}", verb, decided, open.size(), fault.empty() ? "" : ": ", fault),
          !fault.empty()};
}

ReviewNotice Review::accept_group(std::size_t group) { return decide_group(group, &Review::accept_pair, "Accepted"); }

ReviewNotice Review::reject_group(std::size_t group) { return decide_group(group, &Review::reject_pair, "Rejected"); }

ReviewNotice Review::reject_pair() {
  const ReviewPair& pair = pairs_[position_];
  if (pair.result.has_passed()) {
    return {fmt::format("{} passes now; undo its changes first", pair.files.name), true};
  }
  if (pair.decision != ReviewState::rejected) {
    decide(ReviewState::rejected, std::nullopt);
  }
  return {fmt::format("Rejected {}: keeping the expected image; the pair fails", pair.files.name)};
}

ReviewNotice Review::write_masks(std::span<const PixelRectangle> rectangles) {
  ++action_;
  ReviewPair& pair = pairs_[position_];
  const std::string& name = pair.files.name;
  try {
    const std::optional<Comparison>& comparison = pair.result.comparison;
    if (!comparison) {
      throw FileError("only images of the same size can be masked");
    }
    const FilePlace place(rules_path_, rules_.file.within);
    FileChange change(place);
    const std::vector<std::byte> bytes =
        is_there(rules_path_) ? read_file(place, largest_rule_file) : std::vector<std::byte>{};
    const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    // Reads the current file, which may have been edited while the window is open.
    const RuleFile present = text.empty() ? RuleFile{} : parse_rules(text, place);
    const std::string changed =
        with_masks(text, present, name, rules_.platform, clipped(rectangles, place_of(*comparison)));
    RuleFile rules = parse_rules(changed, place);
    require_unmasked(rules_for(rules, name, rules_.platform).masks, *comparison);
    write_file(place, [&](std::ostream& out) { out << changed; });
    change.finish();
    decide(ReviewState::masked, std::move(change));
    rules_.file = std::move(rules);
    compare_again();
    return {fmt::format(
        "Wrote the masks of {} to {}: {}", name, rules_path_.string(),
        pair.result.has_passed() ? "the pair passes" : "the pair still fails: " + pair.result.failures.front())};
  } catch (const FileError& error) {
    return {fmt::format("cannot write the masks of {}: {}", name, error.what()), true};
  }
}

ReviewNotice Review::undo() {
  if (steps_.empty()) {
    return {"nothing to undo", true};
  }
  const std::size_t action = steps_.back().action;
  ReviewNotice notice = undo_step();
  std::size_t count = 1;
  while (!notice.is_error && !steps_.empty() && steps_.back().action == action) {
    notice = undo_step();
    ++count;
  }
  return count == 1 || notice.is_error ? notice : ReviewNotice{fmt::format("Undid the decisions on {} pairs", count)};
}

ReviewNotice Review::undo_step() {
  const Step& step = steps_.back();
  position_ = step.position;
  ReviewPair& pair = pairs_[position_];
  const std::string& name = pair.files.name;
  if (!step.change) {
    pair.decision = step.before;
    steps_.pop_back();
    return {fmt::format("{} is no longer rejected", name)};
  }
  try {
    const fs::path file = step.change->path();
    if (!step.change->undo()) {
      // Otherwise, this step would prevent undoing all earlier steps.
      steps_.pop_back();
      return {fmt::format("cannot undo the change to {}: {} has been modified since and is left unchanged; restore "
                          "it from version control",
                          name, file.string()),
              true};
    }
    if (file == rules_path_) {
      rules_.file = is_there(rules_path_) ? load_rules({rules_path_, rules_.file.within}) : RuleFile{};
    }
    pair.decision = step.before;
    steps_.pop_back();
    compare_again();
    return {fmt::format("Undid the change to {}: reverted {}", name, file.string())};
  } catch (const FileError& error) {
    return {fmt::format("cannot undo the change to {}: {}", name, error.what()), true};
  }
}

}  // namespace texelscope::app
