#include "app/labs/texture/texture_lab.h"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "app/images/image_file.h"
#include "app/workspace/session.h"
#include "tests/app/temporary_folder.h"
#include "tests/app/window/panels/panel_fixture.h"

namespace texelscope::tests {
namespace {

using namespace app;

class TextureLabPanels : public LabPanelTest<TextureLab> {
 protected:
  TextureLabPanels() : LabPanelTest("textures") {}

  /// Whether something is drawn that is cut to this area.
  static bool is_drawn_into(const Rect& area) {
    const auto is_near = [](float a, float b) { return std::abs(a - b) <= 1; };
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
      for (const ImDrawCmd& command : drawn.CmdLists[i]->CmdBuffer) {
        const ImVec4& clip = command.ClipRect;
        if (command.ElemCount > 0 && is_near(clip.x, area.x) && is_near(clip.y, area.y) &&
            is_near(clip.z, area.right()) && is_near(clip.w, area.bottom())) {
          return true;
        }
      }
    }
    return false;
  }

  void open_device() {
    state.device = gpu::Device::open({});
    draw();
    draw();
  }
  void TearDown() override {
    lab().release();
    state.device.reset();
    LabPanelTest::TearDown();
  }
  /// Draws so that `widgets` contains only widgets of the current frame: others would keep their earlier positions.
  void draw_anew() {
    state.drawn.widgets.clear();
    draw();
    state.drawn.widgets.clear();
    draw();
  }
  /// Whether the center of a widget is visible in the properties, so that the widget can be clicked.
  [[nodiscard]] bool is_in_reach(const std::string& widget) const {
    const auto found = state.drawn.widgets.find(widget);
    return found != state.drawn.widgets.end() &&
           found->second.y + found->second.height / 2 < regions.properties().bottom() - theme(size::padding);
  }
  /// Scrolls the properties until a widget is visible.
  void scroll_to(const std::string& widget) {
    move_to(regions.properties().x + regions.properties().width / 2,
            regions.properties().y + regions.properties().height / 2);
    for (int i = 0; i < 60 && !is_in_reach(widget); ++i) {
      ImGui::GetIO().MouseWheel = -1;
      state.drawn.widgets.clear();
      draw();
      draw();
    }
    draw();
  }
};

TEST_F(TextureLabPanels, ShowSettingsPictureAndProbe) {
  expect_widgets(
      {"textures.pattern", "textures.format", "textures.compare.A", "textures.line.0", "textures.tab.probe"});
}

TEST_F(TextureLabPanels, ChoosePatternsShapesAndFormats) {
  click("textures.pattern");
  click("textures.pattern.2");
  EXPECT_EQ(lab().input.texels.pattern, "checker");
  click("textures.shape");
  click("textures.shape.4");
  draw();
  EXPECT_EQ(lab().work().setup->array.kind, gpu::ArrayKind::layered);
  expect_widgets({"textures.layers"});
  for (const auto& [choice, channels] : {std::pair{"0", 1}, std::pair{"1", 2}, std::pair{"2", 4}}) {
    click(std::string{"textures.channels."} + choice);
    draw();
    EXPECT_EQ(lab().work().setup->array.num_channels, channels);
  }
}

TEST_F(TextureLabPanels, RejectGrayedValues) {
  click("textures.format");
  click("textures.format.2");
  EXPECT_EQ(lab().input.texels.format, gpu::DataType::uint8) << "32-bit integers have no normalized reads";
  // Closes the list, which would otherwise receive the next clicks.
  click("textures.format.0");
  ASSERT_EQ(lab().input.texels.format, gpu::DataType::uint8);
  perform(*find_action(actions, KeyChord{.key = key::f5}), state);
  scroll_to("textures.read.0");
  click("textures.read.0");
  EXPECT_EQ(lab().input.descriptors[0].read_mode, gpu::ReadMode::normalized_float) << "linear filtering needs floats";
  click("textures.filter.0");
  click("textures.read.0");
  EXPECT_EQ(lab().input.descriptors[0].read_mode, gpu::ReadMode::element);
}

TEST_F(TextureLabPanels, WarnAboutLegalButSurprisingSettings) {
  open_device();
  scroll_to("textures.normalized");
  draw_anew();
  EXPECT_FALSE(state.drawn.widgets.contains("textures.warning"));
  click("textures.normalized");
  draw_anew();
  expect_widgets({"textures.warning"});
  EXPECT_FALSE(state.drawn.widgets.contains("textures.descriptor_warning")) << "once";
}

TEST_F(TextureLabPanels, AcceptTypedTexelsAndReportErrors) {
  click("textures.content.1");
  type("textures.typed", "0 1; 1");
  draw_anew();
  expect_widgets({"textures.error.texels", "textures.error.picture"});
  type("textures.typed", "7 9; 1 0");
  draw_anew();
  EXPECT_FALSE(state.drawn.widgets.contains("textures.error.texels"));
  EXPECT_EQ(lab().work().setup->levels[0][0], std::byte{7});
}

TEST_F(TextureLabPanels, AcceptAnImage) {
  const TemporaryFolder folder;
  const auto path = folder / "a.png";
  const Image image{8, 4, 3, gpu::DataType::uint8, std::vector<std::byte>(96)};
  save_png(path, image);
  state.pictures.current = LoadedImage{path, std::make_shared<const Image>(image)};
  click("textures.content.2");
  draw();
  click("textures.use_opened");
  draw();
  ASSERT_TRUE(lab().work().setup) << lab().work().texel_error;
  EXPECT_EQ(lab().work().setup->array.shape, gpu::Extent(8, 4));
}

TEST_F(TextureLabPanels, EditBothDescriptors) {
  scroll_to("textures.filter.1");
  click("textures.side.b");
  EXPECT_EQ(lab().edited, 1U);
  EXPECT_EQ(lab().comparison, TextureComparison::b) << "the edited texture is shown";
  click("textures.filter.1");
  EXPECT_EQ(lab().input.descriptors[1].filter_mode, gpu::FilterMode::linear);
  click("textures.address.0");
  click("textures.address.0.3");
  EXPECT_EQ(lab().input.descriptors[1].address_mode[0], gpu::AddressMode::border);
  EXPECT_EQ(lab().input.descriptors[1].address_mode[1], gpu::AddressMode::wrap);
  click("textures.take_other");
  EXPECT_EQ(lab().input.descriptors[1], lab().input.descriptors[0]);
}

TEST_F(TextureLabPanels, SampleProbeAndPin) {
  open_device();
  ASSERT_NE(lab().pictures().images[0], nullptr) << lab().device_error();
  const Rect picture = rect_of("textures.picture");
  move_to(picture.x + picture.width * 0.25F, picture.y + picture.height * 0.75F);
  draw();
  draw();
  const auto at = lab().probe.coordinates;
  EXPECT_NEAR(at[0], lab().view.at({0.25, 0.75}).x, 0.01);
  EXPECT_NEAR(at[1], lab().view.at({0.25, 0.75}).y, 0.01);
  draw_anew();
  expect_widgets({"textures.probe.result.0", "textures.probe.verdict", "textures.probe.taps", "textures.probe.step.0",
                  "textures.probe.ideal", "textures.readout"});
  hold(0, true);
  hold(0, false);
  EXPECT_TRUE(lab().probe.is_pinned);
  move_to(picture.x + 5, picture.y + 5);
  draw();
  EXPECT_EQ(lab().probe.coordinates, at);
}

TEST_F(TextureLabPanels, ZoomAndPanThePicture) {
  open_device();
  const TextureView before = lab().view;
  const Rect picture = rect_of("textures.picture");
  move_to(picture.x + picture.width * 0.5F, picture.y + picture.height * 0.5F);
  draw();
  ImGui::GetIO().MouseWheel = 2;
  draw();
  EXPECT_LT(lab().view.span.x, before.span.x);
  const TextureView zoomed = lab().view;
  hold(0, true);
  move_to(picture.x + picture.width * 0.7F, picture.y + picture.height * 0.5F);
  draw();
  hold(0, false);
  EXPECT_LT(lab().view.center.x, zoomed.center.x);
  EXPECT_FALSE(lab().probe.is_pinned) << "a drag is not a click";
  click("textures.fit");
  draw();
  EXPECT_EQ(lab().view, before);
}

TEST_F(TextureLabPanels, CompareWithAHandleAndDifferences) {
  open_device();
  click("textures.compare.Split");
  draw();
  ASSERT_NE(lab().pictures().images[1], nullptr);
  const Rect handle = rect_of("textures.split");
  move_to("textures.split");
  draw();
  EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_ResizeEW);
  hold(0, true);
  move_to(handle.x + 100, handle.y + handle.height / 2);
  draw();
  hold(0, false);
  EXPECT_GT(lab().split, 0.5);
  click("textures.compare.Difference");
  draw();
  EXPECT_NE(lab().pictures().difference, nullptr);
  expect_widgets({"textures.gain"});
  click("textures.compare.Bits");
  draw();
  EXPECT_GT(lab().pictures().bits.differing, 0U);
}

TEST_F(TextureLabPanels, DrawTheSignalAndItsErrors) {
  open_device();
  draw_anew();
  expect_widgets({"textures.signal", "textures.signal.error", "textures.line.0", "textures.line_channel.3"});
  EXPECT_TRUE(is_drawn_into(rect_of("textures.signal.curve")));
  click("textures.line.2");
  draw_anew();
  expect_widgets({"textures.line_from.0", "textures.line_to.1"});
  click("textures.line_channel.2");
  EXPECT_EQ(lab().signal_input.channel, 2);
}

TEST_F(TextureLabPanels, DrawLinesBetweenTexelsInBothDirections) {
  open_device();
  draw_anew();
  std::set<int> columns;
  std::set<int> rows;
  const ImDrawData& drawn = *ImGui::GetDrawData();
  for (int i = 0; i < drawn.CmdListsCount; ++i) {
    for (const ImDrawVert& vertex : drawn.CmdLists[i]->VtxBuffer) {
      if (vertex.col == packed(color::texel_line)) {
        columns.insert(static_cast<int>(vertex.pos.x));
        rows.insert(static_cast<int>(vertex.pos.y));
      }
    }
  }
  // Each line is one of at least eight, and two ends of the others.
  EXPECT_GE(columns.size(), 8U);
  EXPECT_GE(rows.size(), 8U);
}

TEST_F(TextureLabPanels, HideTheSignalsCurveAndAcceptADraggedPrediction) {
  open_device();
  lab().tab = TextureTab::signal;
  LessonStep step;
  step.question = {
      .text = "What comes back?", .answer = "7", .hidden = {"textures.signal.curve"}, .hint = "h", .explanation = "e"};
  draw_anew();
  const Rect plot = rect_of("textures.signal.curve");
  EXPECT_TRUE(state.drawn.widgets.contains("textures.signal.error"));
  step.question.predicts_at = 0.5;
  state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
  state.course.lesson = 0;
  draw_anew();
  EXPECT_FALSE(state.drawn.widgets.contains("textures.signal.error"))
      << "the plot of errors reveals the distance of the curve from the ideal";
  move_to("lesson.prediction");
  const float x = ImGui::GetIO().MousePos.x;
  hold(0, true);
  std::vector<double> predicted;
  for (const float part : {0.75F, 0.25F}) {
    move_to(x, plot.y + part * plot.height);
    draw();
    predicted.push_back(std::stod(state.course.typed));
  }
  hold(0, false);
  EXPECT_GT(predicted[1], predicted[0]) << "a higher position is a larger value";
  draw_anew();
  EXPECT_NEAR(rect_of("lesson.prediction").y + rect_of("lesson.prediction").height / 2, plot.y + 0.25F * plot.height,
              0.02F * plot.height)
      << "the handle remains where it was dropped";
  state.course.committed = state.course.typed;
  state.course.outcome = LessonOutcome::wrong;
  draw_anew();
  EXPECT_TRUE(state.drawn.widgets.contains("textures.signal.error")) << "the result is not shown";
  EXPECT_FALSE(state.drawn.widgets.contains("lesson.prediction"));
}

TEST_F(TextureLabPanels, MoveTheProbeToTheCoordinateOfAnAnsweredQuestion) {
  open_device();
  lab().tab = TextureTab::signal;
  lab().input.texels.shape = kernels::TextureShape::texture_2d;
  LessonStep step;
  step.question = {.text = "What comes back?", .answer = "7", .hint = "h", .explanation = "e"};
  step.question.predicts_at = 0.25;
  for (const SignalLine line : {SignalLine::free, SignalLine::row, SignalLine::column}) {
    lab().input.descriptors[0].normalized_coords = true;
    lab().signal_input = {.line = line, .from = {0, 0.75}, .to = {1, 0.75}};
    lab().probe.coordinates = {0.5F, 0.625F, 0};
    state.course.lessons = {{.name = "l", .title = "L", .summary = "S", .steps = {step}}};
    state.course.lesson = 0;
    state.course.outcome = LessonOutcome::open;
    state.course.frames_to_look = 1;
    draw_anew();
    EXPECT_EQ(lab().probe.coordinates[0], 0.5F) << "the probe does not move while the question is open";
    state.course.outcome = LessonOutcome::wrong;
    state.course.frames_to_look = 1;
    draw_anew();
    const std::array<float, 3>& at = lab().probe.coordinates;
    EXPECT_NEAR(at[0], line == SignalLine::column ? 0.5F : 0.25F, 1e-5F);
    EXPECT_NEAR(at[1], line == SignalLine::free ? 0.75F : line == SignalLine::row ? 0.625F : 0.25F, 1e-5F);
    state.course.frames_to_look = 0;
    lab().probe.coordinates = {0.125F, 0.625F, 0};
    draw_anew();
    EXPECT_EQ(lab().probe.coordinates[0], 0.125F) << "the learner can still move the probe";
  }
}

TEST_F(TextureLabPanels, OfferNoNormalizedReadsOfFloats) {
  open_device();
  lab().input.texels.keeps_format = false;
  lab().input.texels.format = gpu::DataType::float32;
  lab().input.descriptors[0].read_mode = gpu::ReadMode::element;
  draw_anew();
  draw_anew();
  scroll_to("textures.read.1");
  click("textures.read.1");
  EXPECT_EQ(lab().input.descriptors[0].read_mode, gpu::ReadMode::element);
}

TEST_F(TextureLabPanels, LabelTheLimitsOfTheSignalNotItsSamples) {
  open_device();
  take_session_part(
      R"({"lab": "textures", "labs": {"textures": {"content": "typed", "typed": "10 40 20 30", "shape": "1d", "format":
          "float32", "channels": "1", "keeps_format": "no", "a_filter": "linear", "a_normalized_coords": "no", "tab":
          "signal", "line": "free", "line_from": "0 0", "line_to": "1 0"}}})",
      state);
  draw_anew();
  draw_anew();
  EXPECT_TRUE(is_said("40 ")) << "no sample is at the peak";
  EXPECT_FALSE(is_said("39.9"));
}

TEST_F(TextureLabPanels, ExplainTheWeightsOfTexelsAndThePlotOfErrors) {
  open_device();
  lab().tab = TextureTab::signal;
  draw_anew();
  move_to("textures.signal.error");
  draw();
  draw();
  EXPECT_TRUE(is_said("The results of the device minus"));
  lab().tab = TextureTab::picture;
  lab().input.texels.extent = {2, 2, 1};
  lab().input.descriptors[0].filter_mode = gpu::FilterMode::point;
  draw_anew();
  const Rect picture = rect_of("textures.picture");
  const Point part = lab().view.part_of({0.25, 0.25});
  move_to(picture.x + static_cast<float>(part.x) * picture.width,
          picture.y + static_cast<float>(part.y) * picture.height);
  draw();
  draw();
  EXPECT_TRUE(is_said("256")) << "the weight";
  EXPECT_TRUE(is_said("The weight of this texel"));
}

TEST_F(TextureLabPanels, DrawTheSamplesOfAnAnisotropicFetchAlongTheMajorAxis) {
  open_device();
  lab().input.texels.extent = {64, 64, 1};
  lab().input.num_levels = 7;
  lab().input.descriptors[0].normalized_coords = true;
  lab().input.descriptors[0].max_anisotropy = 8;
  lab().input.fetch.operation = kernels::TextureOperation::sample_gradients;
  lab().input.fetch.dx = {8.0F / 64, 0, 0};
  lab().input.fetch.dy = {0, 1.0F / 64, 0};
  lab().probe.coordinates = {0.5F, 0.5F, 0};
  lab().probe.is_pinned = true;
  draw_anew();
  const gpu::FetchExplanation& explanation = lab().probe_result(0).explanation;
  ASSERT_TRUE(explanation.anisotropy) << lab().probe_result(0).error;
  const std::size_t count = explanation.anisotropy->samples.size();
  ASSERT_GE(count, 6U);
  EXPECT_FALSE(state.drawn.widgets.contains(fmt::format("textures.picture.sample.{}", count)));
  const auto middle = [&](std::size_t sample) {
    const Rect dot = rect_of(fmt::format("textures.picture.sample.{}", sample));
    return Point{dot.x + dot.width / 2, dot.y + dot.height / 2};
  };
  const Rect picture = rect_of("textures.picture");
  // The axis of eight texels of 64 is along x.
  const double texel = picture.width / lab().view.span.x / 64;
  EXPECT_NEAR(middle(count - 1).x - middle(0).x, texel * static_cast<double>(count - 1), texel / 2);
  EXPECT_NEAR(middle(count - 1).y, middle(0).y, 1);
  move_to("textures.picture.sample.1");
  draw();
  draw();
  EXPECT_TRUE(is_said(fmt::format("Sample 2 of {}, of level 0:", count)));
}

TEST_F(TextureLabPanels, CopyCodeInThreeLanguages) {
  click("textures.tab.code");
  for (const char* language : {"cuda", "cuda_core", "cpp"}) {
    click(std::string{"textures.code."} + language);
    click("textures.code.copy");
    ASSERT_TRUE(state.requests.copied_text);
    EXPECT_NE(state.requests.copied_text->find("tex"), std::string::npos);
    state.requests.copied_text.reset();
  }
}

TEST_F(TextureLabPanels, ReportAMissingDevice) {
  draw_anew();
  expect_widgets({"textures.error.picture"});
}

TEST_F(TextureLabPanels, DrawEveryShapeResourceAndOperationEvenIfInvalid) {
  open_device();
  for (int shape = 0; shape < 7; ++shape) {
    for (int resource = 0; resource < 4; ++resource) {
      for (int operation = 0; operation < 4; ++operation) {
        lab().input.texels.shape = static_cast<kernels::TextureShape>(shape);
        lab().input.texels.extent = {5, 3, 2};
        lab().input.resource = static_cast<gpu::ResourceKind>(resource);
        lab().input.fetch.operation = static_cast<kernels::TextureOperation>(operation);
        lab().input.texels.content = static_cast<TexelContent>((shape + operation) % 4);
        lab().comparison = static_cast<TextureComparison>((shape + resource) % 5);
        lab().signal_input.line = static_cast<SignalLine>(operation % 3);
        draw();
        draw();
      }
    }
  }
  for (const float x : {-1e30F, 1e30F, INFINITY, NAN, 1e-40F}) {
    lab().input.texels.shape = kernels::TextureShape::texture_2d;
    lab().input.resource = gpu::ResourceKind::array;
    lab().input.fetch.operation = kernels::TextureOperation::sample;
    lab().input.texels.content = TexelContent::pattern;
    lab().probe = {.side = 0, .coordinates = {x, x, x}, .is_pinned = true};
    draw();
    draw();
  }
  lab().probe = {};
  for (const double span : {smallest_span, largest_span}) {
    show_range(lab().view, false, 0.5, 0.5 + span);
    show_range(lab().view, true, 0.5, 0.5 + span);
    draw();
    draw();
  }
}

class TextureLabInWindows : public InWindows<TextureLabPanels> {};
TEXELSCOPE_INSTANTIATE_FOR_WINDOWS(TextureLabInWindows);

TEST_P(TextureLabInWindows, KeepTheirPartsInsideAndApart) {
  open_device();
  for (const TextureTab tab : {TextureTab::picture, TextureTab::signal, TextureTab::probe, TextureTab::code}) {
    for (const TextureComparison comparison : {TextureComparison::a, TextureComparison::difference}) {
      lab().choose_tab(tab);
      lab().comparison = comparison;
      draw_anew();
      draw();
      for (const char* name : {"compare.A", "compare.Bits", "fit", "shown", "gain", "picture", "line.0", "tab.probe",
                               "tab.code", "probe.x", "probe.pin", "code.cpp", "code.copy", "caption"}) {
        const std::string widget = std::string{"textures."} + name;
        if (state.drawn.widgets.contains(widget)) {
          expect_inside(widget, regions.viewport);
        }
      }
      if (state.drawn.widgets.contains("textures.picture") && state.drawn.widgets.contains("textures.signal")) {
        EXPECT_LE(rect_of("textures.picture").bottom(), rect_of("textures.line.0").y);
        EXPECT_GT(rect_of("textures.picture").height, rect_of("textures.signal").height);
      }
      if (state.drawn.widgets.contains("textures.picture")) {
        EXPECT_GE(rect_of("textures.picture").width, theme(200));
        EXPECT_GE(rect_of("textures.picture").height, theme(120));
      }
      if (state.drawn.widgets.contains("textures.signal")) {
        EXPECT_GE(rect_of("textures.signal").height, theme(60));
      }
    }
  }
  for (const auto& [name, rect] : state.drawn.widgets) {
    const bool is_of_viewport = rect.x >= regions.viewport.x && rect.x < regions.viewport.right();
    if (name.starts_with("textures.") && !is_of_viewport && rect.y < regions.readout.y) {
      EXPECT_GE(rect.x, regions.properties().x) << name;
      EXPECT_LE(rect.right(), regions.properties().right() + 0.5F) << name;
    }
  }
}

}  // namespace
}  // namespace texelscope::tests
