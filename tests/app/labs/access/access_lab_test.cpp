#include "app/labs/access/access_lab.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/file_error.h"
#include "app/images/image_convert.h"
#include "app/labs/access/access_lines.h"
#include "app/labs/access/nan_steps.h"
#include "app/labs/access/texel_map_picture.h"
#include "app/labs/texture/texture_lab.h"
#include "tests/app/labs/access/recorded_images.h"

namespace texelscope::app {
namespace {

using tests::blur;
using tests::RecordedImages;

TEST(AccessLab, ShowsTheHistoryOfAPixel) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  lab.choose_pixel({3, 2});
  ASSERT_EQ(lab.history().size(), 1U);
  ASSERT_EQ(lab.thread_accesses(*lab.access()).size(), 2U);
  const gpu::AccessRecording& recording = lab.study()->recorded.recording;
  const AccessLines fetch = access_lines(recording, lab.thread_accesses(*lab.access()).front());
  EXPECT_EQ(fetch.what, "fetch of texture 0 at (3.75, 2.5)");
  EXPECT_EQ(fetch.value, "(19.25, 0, 0, 0)");
  EXPECT_EQ(access_lines(recording, *lab.access()).value, "19 → 19.25");
  EXPECT_FALSE(lab.is_first_write(*lab.access())) << "the surface had contents";
  EXPECT_EQ(short_site_text(recording.sites[recording.accesses[*lab.access()].site]), "test.cu:2");
  EXPECT_EQ(lab.source_line(*lab.study(), recording.sites[recording.accesses[*lab.access()].site]),
            blur.substr(0, blur.size() - 1));
}

TEST(AccessLab, UsesTheNamesOfObjects) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  images.capture.name(gpu::AccessObject::Kind::texture, images.capture.result().recording.objects.at(0).handle, "from");
  images.run(blur, images.to, images.from);
  const RecordedAccesses kept = images.study()->recorded;
  const auto what = [&](std::uint32_t launch) {
    const auto first = std::ranges::find(kept.recording.accesses, launch, &gpu::Access::launch);
    const auto access = static_cast<std::size_t>(first - kept.recording.accesses.begin());
    return access_lines(kept.recording, access).what + "; " + access_lines(kept.recording, access + 1).what;
  };
  EXPECT_EQ(what(0), "fetch of from at (0.75, 0.5); write of surface 1 at (0, 0)");
  EXPECT_EQ(what(1), "fetch of texture 2 at (0.75, 0.5); write of from at (0, 0)") << "the same memory";
  EXPECT_EQ(object_text(kept.recording, 0), "texture 0, from (8x4 float32x1 surface)");
  EXPECT_EQ(object_text(kept.recording, 1), "surface 1 (8x4 float32x1 surface)");
}

std::shared_ptr<AccessStudy> study_with_frame(const RecordedImages& images, int width) {
  auto study = std::make_shared<AccessStudy>(*images.study());
  study->frame = std::make_shared<const Image>(rgba8_image(width, 4));
  return study;
}

TEST(AccessLab, FollowsItsPixelIntoTheNextRecording) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  AccessLab lab;
  const auto take = [&](std::uint64_t num_dropped, int width) {
    const std::shared_ptr<AccessStudy> study = study_with_frame(images, width);
    if (num_dropped > 0) {
      study->recorded.recording.accesses.clear();
      study->recorded.recording.launches.front().num_dropped = num_dropped;
    }
    lab.take_study(study, false);
  };
  take(0, 8);
  lab.choose_pixel({3, 2});
  EXPECT_FALSE(lab.take_request());
  take(5, 8);
  const auto request = lab.take_request();
  ASSERT_TRUE(request && request->touching);
  EXPECT_EQ(request->touching->offset, 2U * 32 + 3 * 4);
  take(5, 2);
  EXPECT_FALSE(lab.pixel()) << "the frame has no such pixel";
  EXPECT_FALSE(lab.take_request());
}

TEST(AccessLab, GivesTheTexturesLabTheVeryFetch) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  lab.choose_pixel({3, 2});
  const std::size_t access = lab.thread_accesses(*lab.access()).front();
  TextureLab textures;
  textures.take_fetch(fetch_of(lab.study()->recorded, "test", access));
  textures.prepare(images.device);
  const ProbeResult& result = textures.probe_result(0);
  ASSERT_TRUE(result.device);
  EXPECT_TRUE(std::equal(result.device->begin(), result.device->end(),
                         lab.study()->recorded.recording.accesses[access].value.begin()));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.explanation.taps.size(), 2U);
  EXPECT_EQ(result.explanation.taps.front().weight, 192);
}

TEST(AccessLab, FollowsANaNThroughAFetch) {
  RecordedImages images;
  images.run("const float x = i.x - 2.0f;\nto.write_2d(x / (x * x), i.x, i.y);\n", images.from, images.to);
  images.run(blur, images.to, images.from);
  const std::shared_ptr<const AccessStudy> study = images.study();
  AccessLab lab;
  lab.take_study(study, false);
  lab.choose_map(std::nullopt);
  lab.choose_pixel({2, 1});
  ASSERT_EQ(lab.nan_steps().size(), 3U) << "write, fetch, the write that made it";
  const gpu::Access& made = study->recorded.recording.accesses[lab.nan_steps().back()];
  EXPECT_EQ(made.launch, 0U);
  EXPECT_EQ(made.thread.x, 2);
  EXPECT_EQ(made.thread.y, 1);
  EXPECT_FALSE(lab.can_follow_nan()) << "it was made by the last step";
  lab.choose_pixel({6, 1});
  EXPECT_TRUE(lab.nan_steps().empty());
  // A recording of the pixel's threads alone lacks the writer.
  lab.choose_pixel({2, 1});
  lab.find_readers();
  const std::optional<AccessRequest> request = lab.take_request();
  RecordedImages again({.recorder = {.touching = request->touching}});
  again.run("const float x = i.x - 2.0f;\nto.write_2d(x / (x * x), i.x, i.y);\n", again.from, again.to);
  again.run(blur, again.to, again.from);
  lab.take_study(again.study(), true);
  EXPECT_EQ(lab.nan_steps().size(), 2U);
  ASSERT_TRUE(lab.can_follow_nan());
  lab.follow_nan();
  ASSERT_EQ(lab.nan_steps().size(), 1U);
  EXPECT_EQ(lab.detail()->recorded.recording.accesses[lab.nan_steps().back()].launch, 0U);
  EXPECT_FALSE(lab.can_follow_nan());
}

TEST(AccessLab, FollowsATexelToItsWriterAndBack) {
  RecordedImages images;
  images.run("to.write_2d(10.0f * i.x + i.y, i.x, i.y);\n", images.from, images.to);
  images.run(blur, images.to, images.from);
  images.run("to.write_2d(to.read_2d<float>(7 - i.x, i.y) + (i.x < 4 ? 1 : 0), i.x, i.y);\n", images.to, images.from);
  AccessLab lab;
  lab.take_study(images.study(), false);
  lab.choose_map(std::nullopt);
  lab.choose_pixel({2, 1});
  ASSERT_EQ(lab.history().size(), 2U);
  lab.choose_write(0);
  const std::size_t fetch = lab.thread_accesses(*lab.access()).front();
  lab.choose_access(fetch);
  ASSERT_TRUE(lab.fetch());
  lab.follow(explanation_of(*lab.fetch()).taps.back());
  ASSERT_EQ(lab.history().size(), 1U);
  const gpu::AccessRecording& recording = lab.detail()->recorded.recording;
  EXPECT_EQ(recording.accesses[*lab.access()].launch, 0U);
  EXPECT_EQ(recording.accesses[*lab.access()].thread.x, 3);
  EXPECT_EQ(lab.pixel(), (AccessPixel{3, 1})) << "the map of its texture is shown";
  lab.go_back();
  EXPECT_EQ(lab.pixel(), (AccessPixel{2, 1}));
  EXPECT_FALSE(lab.can_go_back());
  // A read of a surface.
  const std::size_t read = lab.thread_accesses(*lab.access()).front();
  ASSERT_EQ(recording.accesses[read].kind, gpu::AccessKind::surface_read);
  lab.choose_access(read);
  lab.follow_read();
  EXPECT_EQ(lab.pixel(), (AccessPixel{5, 1}));
  lab.choose_pixel({0, 0});
  EXPECT_FALSE(lab.can_go_back());
}

TEST(AccessLab, ShowsWhatABoundaryModeDid) {
  RecordedImages images;
  images.run("to.write_2d<float, BoundaryMode::clamp>(1.0f + i.x, i.x + 1, i.y);\n", images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  lab.choose_pixel({7, 0});
  ASSERT_EQ(lab.history().size(), 2U);
  EXPECT_EQ(place_note(lab.study()->recorded.recording.accesses[*lab.access()]),
            "outside; clamp wrote the nearest texel");
  lab.choose_pixel({0, 0});
  EXPECT_TRUE(lab.history().empty()) << "never written";
  ASSERT_FALSE(lab.study()->recorded.hazards->empty());
  lab.choose_hazard(lab.study()->recorded.hazards->front());
  EXPECT_EQ(lab.pixel(), (AccessPixel{7, 0}));
}

TEST(AccessLab, SumsLinesWhoseCodeWasCopied) {
  RecordedAccesses kept;
  kept.recording.sites = {{{"a.cu", 3}}, {{"a.cu", 3}}, {{"a.cu", 4}}};
  for (const std::uint32_t site : {0U, 1U, 2U}) {
    kept.lines.push_back({.site = site, .requests = 2, .sectors = 5});
  }
  const std::vector<LineMap> lines = lines_by_place(kept);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines.front().requests, 4U);
  EXPECT_EQ(lines.front().sectors, 10U);
  kept.recording.sites[1].callers = {{"a.cu", 9}};
  EXPECT_EQ(lines_by_place(kept).size(), 3U) << "called elsewhere";
  kept.recording.sites[0].callers = {{"a.cu", 9}};
  EXPECT_EQ(lines_by_place(kept).size(), 2U);
}

TEST(AccessLab, NamesTheCallersOfALine) {
  EXPECT_EQ(short_site_text({{"/b/mine.cu", 4}, "", 0, {{"/b/mine.cu", 9}}}), "mine.cu:4 ← 9");
  const gpu::AccessSite site{{"a/helper.h", 12}, "", 0, {{"b/main.cu", 41}, {"b/main.cu", 90}}};
  EXPECT_EQ(short_site_text(site), "helper.h:12 ← main.cu:41 ← 90");
  EXPECT_EQ(to_string(site), "a/helper.h:12, called at b/main.cu:41, from line 90");
}

TEST(AccessLab, DrawsMapsOfTexels) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  const RecordedAccesses kept = images.study()->recorded;
  const std::vector<TexelMapChoice> maps = texel_map_choices(kept);
  ASSERT_EQ(maps.size(), 2U);
  const TexelMapChoice& reads = maps[maps[0].is_of_writes ? 1 : 0];
  EXPECT_EQ(texel_count(kept, reads, 0, 0), 1);
  EXPECT_EQ(texel_count(kept, reads, 3, 2), 2);
  EXPECT_EQ(texel_count(kept, reads, 8, 0), std::nullopt);
  EXPECT_EQ(texel_map_text(kept, maps[maps[0].is_of_writes ? 0 : 1]), "0 % never written, 100 % once, 0 % more often");
  EXPECT_EQ(texel_map_picture(kept, reads)->width, 8);
  const std::vector<MapColor> legend = texel_map_legend(kept, reads);
  ASSERT_EQ(legend.size(), 3U) << "at most two reads of a texel";
  EXPECT_EQ(legend[2].text, "2");
  EXPECT_EQ(std::byte{legend[2].color.red}, texel_map_picture(kept, reads)->pixels[4 * (2 * 8 + 3)]);
  EXPECT_EQ(texel_map_legend(kept, maps[maps[0].is_of_writes ? 0 : 1]).back().text, "2 or more");
}

TEST(AccessLab, RecordsTheThreadsOfAPixelThatWasDropped) {
  AccessLab lab;
  auto study = std::make_shared<AccessStudy>();
  gpu::AccessRecording& recording = study->recorded.recording;
  recording.launches.push_back({.kernel = "Test", .extent = {8, 4, 1}, .num_dropped = 5});
  recording.objects.push_back({.kind = gpu::AccessObject::Kind::surface,
                               .size_bytes = 128,
                               .array = {.shape = {8, 4}, .format = gpu::DataType::float32, .num_channels = 1},
                               .row_pitch_bytes = 32,
                               .slice_pitch_bytes = 128});
  recording.sites.emplace_back();
  study->recorded.lines.push_back({.kind = gpu::AccessKind::surface_write, .object = 0});
  lab.take_study(study, false);
  lab.choose_pixel({3, 2});
  const std::optional<AccessRequest> request = lab.take_request();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->touching, (gpu::MemoryByte{0, 2 * 32 + 3 * 4}));
}

/// The lab's request, carried out with the same kernel.
void record_again(AccessLab& lab, std::string_view body) {
  const std::optional<AccessRequest> request = lab.take_request();
  ASSERT_TRUE(request && request->touching);
  RecordedImages images({.recorder = {.touching = request->touching}});
  images.run(body, images.from, images.to);
  lab.take_study(images.study(), true);
}

TEST(AccessLab, KnowsWhichContentsAreUndefinedBeforeAWrite) {
  RecordedImages images;
  images.run(blur, images.to, images.from);
  images.run(blur, images.from, images.to);
  images.run("to.write_2d(1.0f, i.x, i.y);\n", images.from, images.to);
  RecordedAccesses recorded = images.study()->recorded;
  const auto firsts = [&](RecordedAccesses::Undefined undefined) {
    recorded.undefined = undefined;
    std::vector<std::uint32_t> launches;
    const std::vector<bool> is_first = first_writes(recorded);
    for (std::size_t i = 0; i < is_first.size(); ++i) {
      if (is_first[i]) {
        launches.push_back(recorded.recording.accesses[i].launch);
      }
    }
    const auto count = [&](std::uint32_t launch) { return std::ranges::count(launches, launch); };
    return std::array{count(0), count(1), count(2)};
  };
  EXPECT_EQ(firsts(RecordedAccesses::Undefined::none), (std::array<std::ptrdiff_t, 3>{0, 0, 0}));
  EXPECT_EQ(firsts(RecordedAccesses::Undefined::frame), (std::array<std::ptrdiff_t, 3>{0, 32, 0}));
  EXPECT_EQ(firsts(RecordedAccesses::Undefined::all), (std::array<std::ptrdiff_t, 3>{32, 32, 0}));
  std::ostringstream out;
  write_accesses(out, recorded);
  const std::string text = out.str();
  EXPECT_EQ(read_accesses(std::as_bytes(std::span{text}), "a recording").undefined, RecordedAccesses::Undefined::all);
  std::string odd = text;
  odd.replace(odd.find("\"all\""), 5, "\"odd\"");
  EXPECT_THROW(static_cast<void>(read_accesses(std::as_bytes(std::span{odd}), "a recording")), FileError);
}

TEST(AccessLab, RecordsANewFrameInPlaceOfTheOneInProgress) {
  AccessLab lab;
  lab.request(AccessSource::scene);
  EXPECT_TRUE(lab.take_request());
  lab.begin("the first");
  lab.request(AccessSource::kernel);
  EXPECT_TRUE(lab.is_cancelled());
  lab.stop();
  const std::optional<AccessRequest> request = lab.take_request();
  ASSERT_TRUE(request);
  EXPECT_EQ(request->source, AccessSource::kernel);
}

TEST(AccessLab, FitsAPictureOfAnotherExtent) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  AccessLab lab;
  const auto take = [&](int width) { lab.take_study(study_with_frame(images, width), false); };
  take(8);
  lab.view.is_fit = false;
  lab.view.zoom = 16;
  take(8);
  EXPECT_EQ(lab.view.zoom, 16);
  take(9);
  EXPECT_TRUE(lab.view.is_fit);
}

TEST(AccessLab, ChoosesTheReadOfALineThatAlsoWrites) {
  // Threads 0 and 1 of a row read and write the same texel.
  constexpr std::string_view race = "to.write_2d(to.read_2d<float>(i.x / 2, i.y) + 1, i.x / 2, i.y);\n";
  RecordedImages images;
  images.run(race, images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  const std::vector<Hazard>& hazards = *lab.study()->recorded.hazards;
  const auto hazard = std::ranges::find(hazards, HazardKind::read_write, &Hazard::kind);
  ASSERT_NE(hazard, hazards.end());
  lab.choose_hazard(*hazard, &hazard->second);
  record_again(lab, race);
  ASSERT_TRUE(lab.access());
  const gpu::Access& access = lab.detail()->recorded.recording.accesses[*lab.access()];
  EXPECT_EQ(access.kind, gpu::AccessKind::surface_read);
  EXPECT_EQ(access.thread.x, 1);
}

TEST(AccessLab, FindsTheReadersOfATexel) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  const auto reads = std::ranges::find(lab.maps(), false, &TexelMapChoice::is_of_writes);
  lab.choose_map(static_cast<std::size_t>(reads - lab.maps().begin()));
  lab.choose_pixel({3, 2});
  record_again(lab, blur);
  ASSERT_EQ(lab.readers().size(), 2U);
  const gpu::AccessRecording& recording = lab.detail()->recorded.recording;
  for (const std::size_t position : {0U, 1U}) {
    const gpu::Access& fetch = recording.accesses[lab.readers()[position]];
    EXPECT_EQ(fetch.kind, gpu::AccessKind::fetch);
    EXPECT_EQ(fetch.thread.x, static_cast<int>(2 + position));
    EXPECT_EQ(fetch.thread.y, 2);
  }
  EXPECT_EQ(lab.access(), lab.readers().front());
  EXPECT_NE(lab.fetch(), nullptr);
  EXPECT_EQ(lab.thread_accesses(*lab.access()).size(), 2U) << "the whole thread is kept";
  EXPECT_FALSE(lab.can_find_readers());
}

TEST(AccessLab, RecordsThePixelThatWasChosenLast) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  lab.choose_map(static_cast<std::size_t>(std::ranges::find(lab.maps(), false, &TexelMapChoice::is_of_writes) -
                                          lab.maps().begin()));
  lab.choose_pixel({3, 2});
  const std::optional<AccessRequest> request = lab.take_request();
  ASSERT_TRUE(request);
  lab.begin("the first");
  lab.choose_pixel({5, 1});
  RecordedImages first({.recorder = {.touching = request->touching}});
  first.run(blur, first.from, first.to);
  lab.take_study(first.study(), true);
  EXPECT_FALSE(lab.has_own_detail());
  record_again(lab, blur);
  ASSERT_EQ(lab.readers().size(), 2U);
  EXPECT_EQ(lab.detail()->recorded.recording.accesses[lab.readers().front()].thread.y, 1);
}

TEST(AccessLab, ShowsEitherSideOfARace) {
  // The thread 0 of a row changes what the others read.
  constexpr std::string_view race = "to.write_2d(to.read_2d<float>(0, i.y) + i.x + 1, i.x, i.y);\n";
  RecordedImages images;
  images.run(race, images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  ASSERT_EQ(lab.study()->recorded.hazards->size(), 1U);
  const Hazard hazard = lab.study()->recorded.hazards->front();
  ASSERT_EQ(hazard.kind, HazardKind::read_write);
  for (const HazardAccess* const side : {&hazard.second, &hazard.first}) {
    lab.choose_hazard(hazard, side);
    if (lab.access() && side->is_write) {
      EXPECT_FALSE(lab.take_request()) << "the write was recorded before";
    } else {
      record_again(lab, race);
    }
    ASSERT_TRUE(lab.access());
    const gpu::Access& access = lab.detail()->recorded.recording.accesses[*lab.access()];
    EXPECT_EQ(access.thread.x, side->is_write ? 0 : 1);
    EXPECT_EQ(gpu::is_write(access.kind), side->is_write);
    EXPECT_EQ(lab.pixel(), (AccessPixel{0, 0}));
  }
}

TEST(AccessLab, SavesTheThreadsOfAPixel) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  AccessLab lab;
  lab.take_study(images.study(), false);
  lab.choose_pixel({3, 2});
  lab.find_readers();
  record_again(lab, blur);
  for (const bool saves_detail : {false, true}) {
    lab.saves_detail = saves_detail;
    std::ostringstream out;
    lab.file_writer()(out);
    const std::string text = out.str();
    const RecordedAccesses read = read_accesses(std::as_bytes(std::span{text}), "a recording");
    EXPECT_EQ(read.recording.accesses.size(), saves_detail ? 2U : 64U);
    EXPECT_EQ(read.recording.touching, saves_detail ? std::vector<std::uint64_t>{1} : std::vector<std::uint64_t>{});
  }
}

TEST(AccessLab, ShowsWhereTheFrameInTheWindowDiffers) {
  AccessStudy study;
  Image frame = rgba8_image(2, 1);
  frame.pixels[0] = std::byte{200};
  Image shown = frame;
  set_frames(study, frame, nullptr);
  EXPECT_EQ(study.shown, nullptr);
  set_frames(study, frame, &shown);
  EXPECT_FALSE(study.is_different);
  shown.pixels[5] = std::byte{1};
  set_frames(study, frame, &shown);
  EXPECT_TRUE(study.is_different);
  const std::shared_ptr<const Image> difference = difference_picture(*study.frame, *study.shown);
  EXPECT_EQ(difference->pixels[0], std::byte{50});
  EXPECT_EQ(difference->pixels[4], std::byte{0xF2});
  const Image other = rgba8_image(1, 1);
  study.shown.reset();
  set_frames(study, frame, &other);
  EXPECT_EQ(study.shown, nullptr) << "another extent";
}

TEST(AccessFile, KeepsTexturesCountsAndHazards) {
  RecordedImages images;
  images.run("to.write_2d(from.sample_2d(0.5f, 0.5f).x + i.x, 3, i.y);\n", images.from, images.to);
  RecordedAccesses kept = images.study()->recorded;
  kept.recording.objects.at(0).name = "from";
  // The file of the other site has no list of callers, like files of before.
  kept.recording.sites.at(0).callers = {{"a.h", 3}, {"b.cu", 4}};
  kept.recording.sites.at(1).callers.clear();
  std::ostringstream out;
  write_accesses(out, kept);
  const std::string text = out.str();
  const RecordedAccesses read = read_accesses(std::as_bytes(std::span{text}), "a recording");
  ASSERT_EQ(read.textures.size(), kept.textures.size());
  EXPECT_EQ(read.textures.front().levels, kept.textures.front().levels);
  ASSERT_EQ(read.counts.size(), kept.counts.size());
  EXPECT_EQ(read.counts.front().writes, kept.counts.front().writes);
  EXPECT_EQ(read.recording.objects.at(0).name, "from");
  EXPECT_EQ(read.recording.objects.at(1).name, "");
  EXPECT_EQ(read.recording.sites[0].callers, kept.recording.sites[0].callers);
  EXPECT_TRUE(read.recording.sites[1].callers.empty());
  ASSERT_TRUE(read.hazards && kept.hazards && !kept.hazards->empty());
  EXPECT_EQ(hazard_text(read.hazards->front(), read.recording), hazard_text(kept.hazards->front(), kept.recording));
  EXPECT_THROW(static_cast<void>(read_accesses(std::as_bytes(std::span{text}.first(text.size() - 1)), "a part")),
               std::exception);
}

TEST(AccessFile, RefusesWhatRefersToNothing) {
  RecordedImages images;
  images.run(blur, images.from, images.to);
  const RecordedAccesses good = images.study()->recorded;
  const auto expect_refused = [&](const auto& change) {
    RecordedAccesses bad = good;
    change(bad);
    std::ostringstream out;
    write_accesses(out, bad);
    const std::string text = out.str();
    EXPECT_THROW(static_cast<void>(read_accesses(std::as_bytes(std::span{text}), "bad")), FileError);
  };
  expect_refused([](RecordedAccesses& bad) { bad.hazards->push_back({.object = 99}); });
  expect_refused([](RecordedAccesses& bad) { bad.textures.front().object = 99; });
  expect_refused([](RecordedAccesses& bad) { bad.counts.front().launch = 99; });
  expect_refused([](RecordedAccesses& bad) { bad.recording.accesses.front().mode = 99; });
  expect_refused([](RecordedAccesses& bad) { bad.recording.sites.front().callers = {{"a.h", 0}}; });
  expect_refused([](RecordedAccesses& bad) { bad.recording.sites.front().callers.resize(9, {"a.h", 1}); });
  RecordedAccesses short_texels = good;
  short_texels.textures.front().levels.front().resize(3);
  EXPECT_EQ(fetch_of(short_texels, "test", 0), nullptr);
}

}  // namespace
}  // namespace texelscope::app
