#include "app/labs/access/access_study.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <ranges>
#include <span>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "app/accesses/nan_bits.h"
#include "app/accesses/texel_place.h"
#include "app/images/color_map.h"
#include "app/images/image_convert.h"
#include "app/texture/texture_setup.h"

namespace texelscope::app {

std::optional<std::uint32_t> frame_surface(const RecordedAccesses& recorded) {
  for (const LineMap& line : std::views::reverse(recorded.lines)) {
    if (line.kind == gpu::AccessKind::surface_write) {
      return line.object;
    }
  }
  return last_surface(recorded.recording);
}

std::vector<LineMap> lines_by_place(const RecordedAccesses& recorded) {
  const std::vector<gpu::AccessSite>& sites = recorded.recording.sites;
  std::vector<LineMap> lines;
  for (const LineMap& line : recorded.lines) {
    const auto same = std::ranges::find_if(lines, [&](const LineMap& other) {
      const gpu::AccessSite& a = sites[other.site];
      const gpu::AccessSite& b = sites[line.site];
      return other.launch == line.launch && other.object == line.object && other.kind == line.kind && a.line > 0 &&
             a.has_same_lines(b);
    });
    if (same == lines.end()) {
      lines.push_back(line);
      continue;
    }
    for (std::uint64_t LineMap::*const number :
         {&LineMap::accesses, &LineMap::texels, &LineMap::bytes, &LineMap::requests, &LineMap::sectors,
          &LineMap::distinct, &LineMap::bank_conflicts, &LineMap::distinct_bytes}) {
      (*same).*number += line.*number;
    }
  }
  return lines;
}

void set_frames(AccessStudy& study, const Image& frame, const Image* shown) {
  study.frame = std::make_shared<const Image>(opaque_image(with_8_bits(frame)));
  if (shown == nullptr) {
    return;
  }
  study.is_different = frame.pixels != shown->pixels;
  study.comparison = study.is_different
                         ? "The recorded frame differs from the one in the window: a recording uses no mouse and "
                           "begins with empty buffers, and a race may have another result."
                         : "The recorded frame has the same bytes as the one in the window.";
  if (frame.width == shown->width && frame.height == shown->height) {
    study.shown = std::make_shared<const Image>(opaque_image(with_8_bits(*shown)));
  }
}

std::shared_ptr<const Image> difference_picture(const Image& frame, const Image& shown) {
  Image picture = frame;
  for (std::size_t at = 0; at < picture.pixels.size(); at += 4) {
    const auto pixel = std::span{picture.pixels}.subspan(at, 3);
    if (std::ranges::equal(pixel, std::span{shown.pixels}.subspan(at, 3))) {
      std::ranges::transform(pixel, pixel.begin(), [](std::byte channel) { return channel >> 2U; });
    } else {
      const Rgb bright = rgb(0xF2A33A);
      std::ranges::copy(std::array{std::byte{bright.red}, std::byte{bright.green}, std::byte{bright.blue}},
                        pixel.begin());
    }
  }
  return std::make_shared<const Image>(std::move(picture));
}

gpu::AccessSite short_site(gpu::AccessSite site) {
  const auto shorten = [](std::string& path) { path = std::filesystem::path{path}.filename().string(); };
  shorten(site.file);
  shorten(site.module);
  for (gpu::SourcePlace& caller : site.callers) {
    shorten(caller.file);
  }
  return site;
}

std::vector<std::string> short_place_texts(const gpu::AccessSite& site) {
  gpu::AccessSite shown = short_site(site);
  const std::vector<gpu::SourcePlace> callers = std::exchange(shown.callers, {});
  std::vector<std::string> texts{to_string(shown)};
  std::string_view file = shown.file;
  for (const gpu::SourcePlace& caller : callers) {
    texts.push_back(caller.file == file ? fmt::format("{}", caller.line)
                                        : fmt::format("{}:{}", caller.file, caller.line));
    file = caller.file;
  }
  return texts;
}

std::string short_site_text(const gpu::AccessSite& site) {
  return fmt::format("{}", fmt::join(short_place_texts(site), " ← "));
}

std::vector<bool> first_writes(const RecordedAccesses& recorded) {
  const gpu::AccessRecording& recording = recorded.recording;
  const std::optional<std::uint32_t> frame = frame_surface(recorded);
  std::vector<bool> is_first;
  if (recorded.undefined == RecordedAccesses::Undefined::none || !frame) {
    return is_first;
  }
  const std::uint32_t of_frame = recording.objects[*frame].memory;
  std::map<std::uint32_t, std::unordered_set<std::uint64_t>> written;
  is_first.resize(recording.accesses.size());
  for (std::size_t i = 0; i < recording.accesses.size(); ++i) {
    const gpu::Access& access = recording.accesses[i];
    const std::uint32_t memory = recording.objects[access.object].memory;
    if (gpu::is_write(access.kind) && (recorded.undefined == RecordedAccesses::Undefined::all || memory == of_frame)) {
      is_first[i] = written[memory].insert(access.offset).second;
    }
  }
  return is_first;
}

std::uint64_t num_dropped(const gpu::AccessRecording& recording) {
  std::uint64_t dropped = 0;
  for (const gpu::AccessLaunch& launch : recording.launches) {
    dropped += launch.num_dropped;
  }
  return dropped;
}

std::shared_ptr<const OfferedFetch> fetch_of(const RecordedAccesses& recorded, const std::string& title,
                                             std::size_t access) {
  const gpu::AccessRecording& recording = recorded.recording;
  const gpu::Access& fetch = recording.accesses.at(access);
  const FetchedTexture* const texture =
      fetch.kind == gpu::AccessKind::fetch ? texture_of(recorded.textures, fetch) : nullptr;
  if (texture == nullptr) {
    return nullptr;
  }
  const gpu::AccessObject& object = recording.objects.at(fetch.object);
  const TextureSetup setup{object.array, object.texture, object.resource, texture->levels};
  if (!refusal(setup).empty() || !refusal(setup, fetch.fetch()).empty()) {
    return nullptr;
  }
  return std::make_shared<const OfferedFetch>(OfferedFetch{
      .name =
          fmt::format("{} of {}", object.name.empty() ? fmt::format("Texture {}", fetch.object) : object.name, title),
      .array = object.array,
      .resource = object.resource,
      .texture = object.texture,
      .levels = texture->levels,
      .fetch = fetch.fetch()});
}

gpu::FetchExplanation explanation_of(const OfferedFetch& fetch) {
  gpu::ExplainedTexture texture{fetch.array, fetch.texture, fetch.resource, {}};
  for (const std::vector<std::byte>& level : fetch.levels) {
    texture.levels.emplace_back(level);
  }
  return gpu::explain_fetch(texture, fetch.fetch);
}

std::string place_note(const gpu::Access& access) {
  const bool is_write = gpu::is_write(access.kind);
  switch (access.place) {
    case gpu::AccessPlace::inside:
      return "";
    case gpu::AccessPlace::clamped:
      return is_write ? "outside; clamp wrote the nearest texel" : "outside; clamp read the nearest texel";
    case gpu::AccessPlace::skipped:
      return is_write ? "outside; zero wrote nothing" : "outside; zero returned 0";
    case gpu::AccessPlace::trapped:
      return "outside; trap ended the launch";
    case gpu::AccessPlace::beyond:
      return "outside every allocation";
  }
  return "";
}

bool has_nan(const gpu::AccessRecording& recording, std::size_t access) {
  const gpu::Access& of = recording.accesses.at(access);
  return has_nan(recording.objects.at(of.object), of);
}

std::optional<HistoryPixel> pixel_of(const gpu::AccessRecording& recording, const Hazard& hazard,
                                     std::uint32_t surface) {
  const gpu::AccessObject& of = recording.objects.at(surface);
  const std::optional<TexelPlace> place = texel_place(of, hazard.offset);
  if (!place || hazard.kind == HazardKind::missing_pixel || hazard.object >= recording.objects.size() ||
      recording.objects[hazard.object].memory != of.memory) {
    return std::nullopt;
  }
  return HistoryPixel{surface, static_cast<std::uint32_t>(place->x), static_cast<std::uint32_t>(place->y),
                      static_cast<std::uint32_t>(place->z)};
}

}  // namespace texelscope::app
