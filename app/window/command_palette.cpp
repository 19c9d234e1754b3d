#include "app/window/command_palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/documents/document.h"
#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; }

bool begins_word(std::string_view title, std::size_t position) {
  return position == 0 || title[position - 1] == ' ' || title[position - 1] == '-';
}

/// Synonyms for a command: words that other programs use for it.
struct Synonyms {
  /// Command::name.
  std::string_view command;
  /// Lowercase words, separated by spaces.
  std::string_view words;
};
constexpr Synonyms all_synonyms[] = {
    {"action.open", "load import file browse course lessons teacher"},
    {"action.save_frame", "export screenshot png image"},
    {"action.save_results", "answers student class teacher hand in"},
    {"action.lessons", "course tutorial learn teach"},
    {"action.begin_course_again", "lessons reset restart student clear answers progress"},
    {"action.record_video", "mp4 movie capture ffmpeg"},
    {"action.copy_command", "cli shell reproduce"},
    {"action.actual_size", "100% 1:1 native pixels"},
    {"action.fit", "whole center reset home"},
    {"action.notation", "hexadecimal linear srgb raw"},
    {"action.next_not_finite", "inf infinite not finite"},
    {"action.go_to_texel", "pixel coordinate jump"},
    {"action.orientation", "exif rotate mirror"},
    {"action.exposure_up", "exposure gain bright hdr"},
    {"action.exposure_down", "exposure gain dark hdr"},
    {"action.accept", "update approve bless golden"},
    {"action.reject", "keep refuse"},
    {"action.next_comparison", "difference diff compare split flip ab"},
    {"action.flip_pictures", "a/b toggle swap compare"},
    {"action.picture_values", "histogram statistics minimum maximum mean nan inf range pixels"},
    {"action.frame_values", "histogram statistics minimum maximum mean nan inf range pixels"},
    {"action.theme", "dark mode colors appearance"},
    {"action.help", "shortcuts keyboard bindings"},
    {"action.about", "version device driver gpu info"},
    {"action.tour", "slideshow demo"},
    {"action.lab_layouts", "transpose permute reshape slice broadcast strides numpy view contiguous"},
    {"action.lab_copies", "transpose permute memcpy bandwidth contiguous"},
    {"action.lab_textures", "sampler filter address border mipmap anisotropy lod bilinear"},
    {"action.lab_surfaces", "write store boundary clamp trap"},
    {"action.lab_kernels", "editor cuda shader code compile nvrtc"},
    {"action.lab_lifetimes", "memory leak ownership objects"},
    {"action.lab_streams", "timeline profiler nsight trace concurrency events"},
    {"action.lab_interop", "opengl vulkan map register share zero-copy"},
    {"action.lab_tensors", "histogram npy npz numpy array colormap minimum maximum"}};

/// Whether this text, ignoring case, begins a word of `words`, and may extend over the following ones.
bool begins_words(std::string_view text, std::string_view words) {
  const auto in_lower_case = [](std::string_view letters) {
    std::string all = " ";
    std::ranges::transform(letters, std::back_inserter(all), lower);
    return all;
  };
  return in_lower_case(words).find(in_lower_case(text)) != std::string::npos;
}

/// Whether a synonym of the command begins with this text.
bool has_synonym(std::string_view command, std::string_view text) {
  const auto* const found = std::ranges::find(all_synonyms, command, &Synonyms::command);
  return !text.empty() && found != std::end(all_synonyms) && begins_words(text, found->words);
}

constexpr int of_letter = 1;
constexpr int of_beginning = 8;
constexpr int of_neighbor = 10;

/// "12, 34", "12 34" or "x 12 y 34" as a texel; nothing for any other text.
std::optional<Point> texel_of(std::string_view text) {
  std::array<int, 2> numbers{};
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == ',' || (text[at] == "xy"[std::min<std::size_t>(count, 1)])) {
      ++at;
      continue;
    }
    const char* const begin = text.data() + at;
    const auto [end, error] = count < 2 ? std::from_chars(begin, text.data() + text.size(), numbers[count])
                                        : std::from_chars_result{begin, std::errc::invalid_argument};
    if (error != std::errc{}) {
      return std::nullopt;
    }
    at += static_cast<std::size_t>(end - begin);
    ++count;
  }
  return count == 2 ? std::optional{Point{static_cast<double>(numbers[0]), static_cast<double>(numbers[1])}}
                    : std::nullopt;
}

Command go_to(const Documents& documents, const Point& texel) {
  Command command{.name = "texel", .title = {}, .group = title(Menu::view), .text = {}, .keys = {}};
  command.texel = texel;
  const std::unique_ptr<const Document> document = shown_document(documents);
  const std::optional<DocumentView> shown = document->view();
  const std::string_view of_what = document->noun() == "picture" ? "picture" : "frame";
  command.title = fmt::format("Go to texel {}, {} of the {}", texel.x, texel.y, of_what);
  if (!shown) {
    command.is_enabled = false;
    command.text = "This lab does not show the texels of a picture.";
    return command;
  }
  const auto width = static_cast<double>(shown->extent.image_width);
  const auto height = static_cast<double>(shown->extent.image_height);
  const Point inside{texel.x - shown->first.x, texel.y - shown->first.y};
  command.is_enabled = inside.x >= 0 && inside.y >= 0 && inside.x < width && inside.y < height;
  const std::string from = shown->first == Point{} ? "0" : fmt::format("{}, {}", shown->first.x, shown->first.y);
  command.text = command.is_enabled
                     ? "Centers it."
                     : fmt::format("Texel {}, {} is outside the {}, which has {} × {} texels, counted from {}.",
                                   texel.x, texel.y, of_what, width, height, from);
  return command;
}

}  // namespace

std::optional<int> match_score(std::string_view text, std::string_view title) {
  constexpr std::size_t longest = 256;
  // Only the beginning of a longer title counts.
  title = title.substr(0, longest);
  if (text.empty()) {
    return 0;
  }
  // A pasted text may have any length.
  if (text.size() > title.size()) {
    return std::nullopt;
  }
  // For each position of the title: the best score of the letters so far, with the last one at this position.
  std::vector<std::optional<int>> scores(title.size());
  for (std::size_t letter = 0; letter < text.size(); ++letter) {
    std::vector<std::optional<int>> longer(title.size());
    std::optional<int> before = letter == 0 ? std::optional{0} : std::nullopt;
    for (std::size_t at = 0; at < title.size(); ++at) {
      if (lower(title[at]) == lower(text[letter])) {
        const int gain = begins_word(title, at) ? of_beginning : of_letter;
        longer[at] = before ? std::optional{*before + gain} : std::nullopt;
        if (at > 0 && scores[at - 1]) {
          longer[at] = std::max(longer[at], std::optional{*scores[at - 1] + of_neighbor});
        }
      }
      before = std::max(before, scores[at]);
    }
    scores = std::move(longer);
  }
  const std::optional<int> best = scores.empty() ? std::nullopt : std::ranges::max(scores);
  if (!best) {
    return std::nullopt;
  }
  // Among equal scores, the shortest title wins.
  return *best * static_cast<int>(longest) - static_cast<int>(std::min(title.size(), longest - 1));
}

std::vector<Command> all_commands(const State& state, std::span<const Action> actions) {
  std::vector<Command> commands;
  for (const Action& action : actions) {
    commands.push_back({"action." + action.name, action.title, title(action.menu), action.text,
                        to_string(action.keys.front()), &action, 0, is_enabled(action, state)});
  }
  for (std::size_t i = 0; i < state.scenes.all.size(); ++i) {
    const SceneDeclaration& scene = state.scenes.all[i];
    const std::string own_action = "scene_" + std::string{scene.name};
    if (find_action(actions, own_action) == nullptr) {
      commands.push_back({"scene." + std::string{scene.name}, std::string{scene.title}, title(Menu::scene),
                          std::string{scene.teaches}, "", nullptr, i, true});
    }
  }
  for (const Lesson& lesson : state.course.lessons) {
    Command& command = commands.emplace_back();
    command.name = "lesson." + lesson.name;
    command.title = lesson.title;
    command.group = "Lesson";
    command.text = lesson.summary;
    command.lesson = lesson.name;
  }
  return commands;
}

std::vector<Command> found_commands(const State& state, std::span<const Action> actions) {
  struct Found {
    Command command;
    /// Commands found only through their group come last.
    bool is_in_title;
    int score;
  };
  std::vector<Found> found;
  for (Command& command : all_commands(state, actions)) {
    const std::string_view text = state.dialogs.palette.text;
    // Scattered letters match many titles of lessons, which are as long as sentences.
    if (!command.lesson.empty() && !begins_words(text, command.title)) {
      continue;
    }
    const std::optional<int> of_title = match_score(text, command.title);
    const std::optional<int> score =
        std::max(of_title, match_score(text, std::string{command.group} + " " + command.title));
    if (score || has_synonym(command.name, text)) {
      found.push_back({std::move(command), of_title.has_value(), score.value_or(0)});
    }
  }
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return std::tuple{a.command.is_enabled, a.is_in_title, a.score} >
           std::tuple{b.command.is_enabled, b.is_in_title, b.score};
  });
  std::vector<Command> commands;
  if (const std::optional<Point> texel = texel_of(state.dialogs.palette.text)) {
    commands.push_back(go_to(state, *texel));
  }
  std::ranges::transform(found, std::back_inserter(commands), [](Found& one) { return std::move(one.command); });
  return commands;
}

std::vector<std::string_view> commands_with_synonyms() {
  std::vector<std::string_view> names;
  std::ranges::transform(all_synonyms, std::back_inserter(names), &Synonyms::command);
  return names;
}

void toggle_command_palette(State& state) {
  state.dialogs.palette = {.is_shown = !state.dialogs.palette.is_shown, .takes_focus = true};
}

bool press_in_command_palette(State& state, int key) {
  CommandPalette& palette = state.dialogs.palette;
  if (key == key::enter || key == key::keypad_enter) {
    palette.has_enter = true;
    return true;
  }
  if (key == key::up || key == key::down) {
    // The panel limits the position to the number of results.
    palette.selected += key == key::down ? 1 : palette.selected > 0 ? std::size_t(-1) : 0;
    palette.is_selection_moved = true;
    return true;
  }
  return false;
}

void perform(const Command& command, State& state) {
  if (!command.is_enabled) {
    state.notices.notify(
        NoticeKind::information,
        command.texel ? command.text : fmt::format("{} is not available now. {}", command.title, command.text),
        state.now);
    // Enter ended the field's typing.
    state.dialogs.palette.takes_focus = true;
    return;
  }
  state.dialogs.palette.is_shown = false;
  if (command.texel) {
    show_texel(state, *command.texel);
  } else if (!command.lesson.empty()) {
    state.course.wanted = command.lesson;
    state.arrangement.panels.lessons.is_shown = true;
  } else if (command.action != nullptr) {
    perform(*command.action, state);
  } else {
    choose_scene(state, command.scene);
  }
}

}  // namespace texelscope::app
