#include "tests/fuzz/json_kinds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "app/golden/manifest.h"
#include "tests/app/window/panels/whole_session.h"

namespace texelscope::tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::vector<Json> documents_of_corpus(std::string_view kind) {
  const fs::path folder = fs::path{TEXELSCOPE_FUZZ_CORPUS} / kind;
  std::vector<Json> documents;
  if (!fs::is_directory(folder)) {
    return documents;
  }
  std::vector<fs::path> inputs{fs::directory_iterator(folder), {}};
  std::ranges::sort(inputs);
  for (const fs::path& input : inputs) {
    std::ifstream file(input, std::ios::binary);
    Json document = Json::parse(std::string{std::istreambuf_iterator<char>(file), {}}, nullptr, false);
    if (document.is_object()) {
      documents.push_back(std::move(document));
    }
  }
  return documents;
}

Json small_session() {
  return Json::parse(
      R"({"texelscope_session": 1, "scene": "image", "image": "/a.png", "part": "a", "pictures": ["/a.png", "/b.png"],
          "course": "/c.json", "lesson": "srgb", "lab": "layouts", "labs": {"layouts": {"shape": "4, 4"},
          "kernels": {"text": "// typed"}, "streams": {"filter": "a"}, "tensors": {"file": "/a.npy"}},
          "lessons": {"srgb": {"step": 1, "first_answers": [{"step": 0, "answer": "5", "is_right": true}]}}})");
}

Json small_report() {
  return Json::parse(
      R"({"texelscope_report": 1, "title": "t", "accept_command": ["texelscope", "compare"], "more": 1, "pairs": [
          {"name": "a.png", "failures": ["1 of 2 pixels differ"], "parameters": "p", "file": "e/a.png", "part": "2",
           "accepted_image": "b.png", "known_failure": "", "more": 1, "width": 2, "height": 1, "type": "uint16",
           "pixels": 2, "differing_pixels": 1, "max_error": null, "max_error_at": [1, 0], "mean_error": 0.5,
           "psnr": null, "failing_pixels": 1, "antialiased_pixels": 0, "cluster_count": 1,
           "clusters": [{"bounds": [1, 0, 1, 1], "pixels": 1, "max_error": null}], "max_color_difference": 2.5,
           "ssim": 0.5, "seconds": 0.1},
          {"name": "b.png", "failures": ["expected: the image is missing"], "known_failure": "rule 3: r"},
          {"name": "c.png", "failures": [], "pictures": {"expected": "pictures/e.png", "actual": "pictures/a.png"}}]})");
}

Json small_picture_list() {
  Json state = small_session();
  state.erase("texelscope_session");
  Json list{{"texelscope_pictures", 1}, {"fonts", {"a", "b", "c"}}, {"processor", "x"}, {"imgui", "1.9"}};
  list["pictures"] = {{{"name", "plain"}},
                      {{"name", "full"}, {"state", std::move(state)}, {"do", {"press L"}}, {"varies", {"times.*"}}}};
  return list;
}

}  // namespace

std::span<const JsonKind> json_kinds() {
  static const JsonGrowth::Name pattern{.parts = {"x", "*a", "?", "a/", "**/", "*/"}, .end = "x"};
  static const JsonGrowth::Name accepted{.parts = {"x", "a/", "{stem}", "{name}"}, .end = "/{name}"};
  static const JsonGrowth::Name file_name{.parts = {"x", "ab-", "9.b"}, .max_bytes = 250};
  static const std::array<JsonKind, 10> kinds{
      JsonKind{.name = "session",
               .read = read_session,
               .growth = {.texts = {"image", "part", "pictures", "course", "lesson", "text", "file", "answer"},
                          .lists = {"pictures"}}},
      JsonKind{.name = "course", .read = read_course, .growth = {.texts = {"title", "srgb"}}},
      JsonKind{.name = "lesson",
               .read = read_lesson,
               .growth = {.texts = {"title", "summary", "text", "hint", "explanation", "choices"},
                          .lists = {"steps", "text", "choices"}}},
      JsonKind{.name = "favorites", .read = read_favorites},
      JsonKind{.name = "recent_files", .read = read_recent_files},
      JsonKind{.name = "rules",
               .read = read_rules,
               .growth = {.texts = {"renderer", "reason", "part"},
                          .names = {{"match", pattern}, {"accepted", accepted}},
                          .lists = {"rules", "match", "masks", "accepted"},
                          .any = {"comment"}}},
      JsonKind{.name = "report",
               .read = read_saved_report,
               .growth = {.texts = {"title", "accept_command", "name", "failures", "parameters", "file", "part",
                                    "accepted_image", "known_failure"},
                          .lists = {"accept_command", "pairs", "failures", "clusters"},
                          .unique = {"name"},
                          .objects = {"pictures"},
                          .any = {"more"}}},
      JsonKind{.name = "lesson_results",
               .read = read_lesson_results,
               .growth = {.texts = {"student", "course", "saved", "lesson", "title", "answer", "question"},
                          .lists = {"lessons", "steps"},
                          .unique = {"lesson", "step"},
                          .max_text_bytes = 900'000,
                          .max_unique_bytes = 100}},
      JsonKind{.name = "manifest",
               .read = read_manifest,
               .growth = {.texts = {"scene", "reason", "pixels", "size"},
                          .names = {{"name", file_name}},
                          .lists = {"entries"},
                          .unique = {"name"},
                          .objects = {"parameters"},
                          .max_unique_bytes = 180}},
      JsonKind{.name = "picture_list",
               .read = read_picture_list,
               .growth = {.texts = {"processor", "imgui", "fonts", "do", "varies", "image", "part", "text", "file"},
                          .names = {{"name", file_name}},
                          .lists = {"pictures", "do", "varies"},
                          .unique = {"name"},
                          .any = {"state"},
                          .max_unique_bytes = 180}}};
  return kinds;
}

std::vector<Json> documents_of(const JsonKind& kind) {
  if (kind.name == "session") {
    return {Json::parse(whole_session().dump()), small_session()};
  }
  std::vector<Json> documents;
  if (kind.name == "course") {
    return {Json{{"texelscope_course", 1},
                 {"title", "Week 3"},
                 {"language", "en"},
                 {"lessons", {"srgb", "shape_and_strides"}},
                 {"headings", {{"srgb", "Colors"}}}}};
  } else if (kind.name == "favorites") {
    documents = {{{"texelscope_favorites", 1}, {"scenes", {"image", "plasma"}}}};
  } else if (kind.name == "recent_files") {
    documents = {"/a.png", {"/a.png", "/b.png"}};
  } else if (kind.name == "report") {
    documents = {small_report()};
  } else if (kind.name == "manifest") {
    documents = {Json::parse(
        R"({"texelscope_golden": 1, "entries": [
            {"name": "image", "scene": "image", "parameters": {"size": "2"}, "frame": 0, "width": 2, "height": 2,
             "view": {"zoom": 2, "center": [1, 1]}, "pixels": "sha256:0", "tolerance": 1, "reason": "r"},
            {"name": "plasma", "scene": "plasma", "frame": 120, "width": 160, "height": 160, "pixels": ""}]})")};
  } else if (kind.name == "picture_list") {
    documents = {small_picture_list()};
  }
  std::ranges::move(documents_of_corpus(kind.name), std::back_inserter(documents));
  return documents;
}

}  // namespace texelscope::tests
