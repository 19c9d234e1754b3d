#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/lessons/course.h"
#include "app/window/command_palette.h"
#include "app/window/file_dialog.h"
#include "app/workspace/session.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

class Layout : public PanelTest, public testing::WithParamInterface<WindowCase> {
 protected:
  void SetUp() override { open(GetParam().width, GetParam().height, GetParam().scale); }

  void expect_all_inside(const std::string& prefix, const app::Rect& region) {
    int count = 0;
    for (const auto& [name, rect] : state.drawn.widgets) {
      if (name.starts_with(prefix)) {
        ++count;
        EXPECT_GE(rect.x, region.x) << name;
        EXPECT_GE(rect.y, region.y) << name;
        EXPECT_LE(rect.right(), region.right() + 0.5F) << name;
        EXPECT_LE(rect.bottom(), region.bottom() + 0.5F) << name;
      }
    }
    EXPECT_GT(count, 0) << prefix;
  }

  /// Rectangles of the same kind do not overlap.
  void expect_apart(const std::string& prefix) {
    for (auto a = state.drawn.widgets.begin(); a != state.drawn.widgets.end(); ++a) {
      for (auto b = state.drawn.widgets.begin(); b != a; ++b) {
        if (a->first.starts_with(prefix) && b->first.starts_with(prefix)) {
          const bool is_apart = a->second.right() <= b->second.x + 0.5F || b->second.right() <= a->second.x + 0.5F ||
                                a->second.bottom() <= b->second.y + 0.5F || b->second.bottom() <= a->second.y + 0.5F;
          EXPECT_TRUE(is_apart) << a->first << " overlaps " << b->first;
        }
      }
    }
  }
};

TEST_P(Layout, KeepsEveryWidgetInItsRegion) {
  state.machine.facts = {
      "cuda:0", "NVIDIA H200",        "llvmpipe (LLVM 15.0.6, 256 bits)", "GL", "4.5 (Core Profile) Mesa 22.3.6",
      false,    "GL runs in software"};
  state.pictures.current =
      app::LoadedImage{"/a/rather/long/name of a picture file.png", std::make_shared<app::Image>()};
  app::current_settings(state).values.set("rotation", 30.0);
  draw();
  draw();
  expect_all_inside("menu.", regions.menu);
  expect_all_inside("scene.", regions.navigation());
  expect_all_inside("status.", regions.status);
  expect_all_inside("zoom", regions.readout);
  expect_apart("status.");
  expect_apart("scene.");
  expect_apart("menu.");
  for (const char* name : {"parameter.rotation", "reset.rotation", "button.pause", "frame.size"}) {
    if (state.drawn.widgets.contains(name)) {
      const app::Rect rect = state.drawn.widgets[name];
      EXPECT_LE(rect.right(), regions.properties().right()) << name;
      EXPECT_GE(rect.x, regions.properties().x) << name;
    }
  }
}

TEST_P(Layout, KeepsOverlaysInTheWindow) {
  const app::Rect window{0, 0, GetParam().width, GetParam().height};
  state.dialogs.has_help = true;
  draw();
  draw();
  expect_all_inside("help", window);
  state.dialogs.has_help = false;
  app::show_open_dialog(state);
  draw();
  draw();
  expect_all_inside("open", window);
  for (int i = 0; i < 5; ++i) {
    state.notices.notify(app::NoticeKind::error, std::string(300, 'x') + std::to_string(i), state.now);
  }
  draw();
  draw();
  expect_all_inside("toast", regions.viewport);
  expect_apart("toast");
}

TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(Layout);

constexpr std::size_t long_bytes = 100'000;

/// Texts without a break, of one-letter and of three-letter words, with a long word first, of lines, and of two-byte
/// letters.
std::vector<std::string> long_texts() {
  const auto repeated = [](const std::string& part, std::size_t bytes) {
    std::string text;
    while (text.size() < bytes) {
      text += part;
    }
    return text;
  };
  return {std::string(long_bytes, 'x'), repeated("w ", long_bytes),
          std::string(long_bytes / 2, 'x') + repeated(" abc", long_bytes / 2), repeated("line\n", long_bytes),
          repeated("é", long_bytes)};
}

/// The window with an open lab, or a scene if the position is past the last lab, whose texts are all long. An assertion
/// of ImGui would end this program.
class LongTexts : public PanelTest, public testing::WithParamInterface<std::size_t> {
 protected:
  void SetUp() override {
    add_labs(GetParam());
    open(1280, 720, 1);
  }

  void set_texts(const std::string& text) {
    state.machine.facts = {text, text, text, text, text, false, text};
    state.machine.displays = {{.name = text, .width = 1280, .height = 720, .refresh_rate = 60}};
    app::Image image{2, 2, 4, gpu::DataType::uint8, std::vector<std::byte>(16)};
    image.note = text;
    image.parts = {text, text + "2"};
    const auto picture = std::make_shared<app::Image>(std::move(image));
    state.pictures.current = app::LoadedImage{"/" + text, picture, {.part = text}};
    state.pictures.list.pictures = {{.path = "/" + text, .image = picture}, {.path = "/b/" + text, .error = text}};
    state.pictures.list.shown = 0;
    state.pictures.list.other = 1;
    state.pictures.list.comparison = app::PictureComparison::absolute;
    state.pictures.compared = {.figures = {{text}}, .error = text};
    state.work.recording = {.is_running = true, .name = text};
    state.work.saving = text;
    state.dialogs.file.text = text;
    state.dialogs.file.replaced = text;
    state.dialogs.file.list.entries = {{text, false}, {text, true}};
    state.dialogs.file.list.error = text;
    state.dialogs.palette.text = text;
    state.gallery.search = text;
    state.notices = {};
    for (const app::NoticeKind kind : {app::NoticeKind::error, app::NoticeKind::warning}) {
      state.notices.notify(kind, text, state.now, {text, [] {}});
    }
    set_course(text);
  }

  void set_course(const std::string& text) {
    app::LessonQuestion question{.text = text, .choices = {text, text + "b"}, .answer = text};
    question.mistakes = {{text + "b", text}};
    question.hint = text;
    question.explanation = text;
    const app::LessonStep step{
        .title = text, .paragraphs = {text, text}, .question = std::move(question), .sources = {text}};
    state.course = {.file = "/" + text, .title = text, .language = "en"};
    state.course.lessons = {{"one", text, text, {step, step}, text}, {"two", text, text, {step}, text}};
    state.course.error = text;
    state.course.refusal = text;
    state.course.student = text;
  }

  /// Pastes the text into each field.
  void fill_fields(const std::string& text) {
    ImGui::SetClipboardText(text.c_str());
    std::set<std::string> names;
    for (const auto& [name, rect] : state.drawn.widgets) {
      names.insert(name);
    }
    for (const std::string& name : names) {
      if (!state.drawn.widgets.contains(name)) {
        continue;
      }
      move_to(name);
      if (ImGui::GetMouseCursor() == ImGuiMouseCursor_TextInput) {
        ++filled;
        click(name);
        press_control('A');
        press_control('V');
      }
    }
    move_to(-1, -1);
    draw();
  }

  /// Draws with the mouse over each widget, for the tooltips.
  void hover_all() {
    std::set<std::string> names;
    for (const auto& [name, rect] : state.drawn.widgets) {
      names.insert(name);
    }
    for (const std::string& name : names) {
      if (state.drawn.widgets.contains(name)) {
        move_to(name);
      }
    }
    move_to(-1, -1);
    draw();
  }

  void draw_all() {
    draw();
    draw();
    ASSERT_GT(ImGui::GetDrawData()->TotalVtxCount, 0);
  }

  int filled = 0;
};

TEST_P(LongTexts, AreDrawnAsFarAsTheyFitInEachPanel) {
  std::vector<std::string> texts = long_texts();
  if (state.labs.current) {
    // The panels around a lab are the same for all.
    texts.resize(1);
  }
  for (const std::string& text : texts) {
    const auto start = std::chrono::steady_clock::now();
    set_texts(text);
    for (bool* const shown : {&state.arrangement.panels.messages.is_shown, &state.arrangement.panels.lessons.is_shown,
                              &state.dialogs.has_help, &state.dialogs.has_machine_facts, &state.dialogs.file.is_shown,
                              &state.dialogs.palette.is_shown, &state.gallery.is_shown}) {
      *shown = true;
      draw_all();
      *shown = shown == &state.arrangement.panels.lessons.is_shown;
    }
    app::open_lesson(state, 0);
    draw_all();
    app::answer_question(state, text + "b");
    draw_all();
    app::answer_question(state, text);
    draw_all();
    app::leave_lesson(state);
    state.course.finished = 0;
    draw_all();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    // About forty frames; the limit is high, because the machine may be busy.
    EXPECT_LT(seconds.count(), 20) << text.substr(0, 20);
  }
}

TEST_P(LongTexts, AreDrawnInTooltipsAndFields) {
  state.arrangement.panels.navigation.is_shown = state.arrangement.panels.properties.is_shown = true;
  fill_fields(long_texts().front());
  draw_all();
  app::State restored{scenes, state.labs.all};
  EXPECT_NO_THROW(take_session(session_text(state), restored)) << "the next start refuses a text that was typed";
  set_texts(long_texts().front());
  draw_all();
  hover_all();
  if (state.labs.current && current_lab(state.labs)->name == "kernels") {
    EXPECT_GT(filled, 0) << "the source is pasted into its field";
  }
}

INSTANTIATE_TEST_SUITE_P(Everywhere, LongTexts, testing::Range<std::size_t>(0, 10), [](const auto& parameter_info) {
  return parameter_info.param < app::labs().size() ? std::string{app::labs()[parameter_info.param].name} : "scene";
});

}  // namespace
}  // namespace texelscope::tests
