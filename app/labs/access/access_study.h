#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/accesses/access_file.h"
#include "app/accesses/pixel_history.h"
#include "app/images/image.h"
#include "app/labs/capabilities.h"
#include "texelscope/gpu/fetch_explanation.h"

namespace texelscope::app {

/// A recording of one frame, and the frame.
struct AccessStudy {
  /// "Bicubic, frame 12", or the name of a source.
  std::string title;
  RecordedAccesses recorded;
  /// With 8 bits per channel; null if unknown.
  std::shared_ptr<const Image> frame{};
  /// The frame in the window, like `frame`; null if there was none of this extent.
  std::shared_ptr<const Image> shown{};
  /// How the frame compares with the one in the window, as a sentence.
  std::string comparison{};
  bool is_different = false;
  /// See first_writes().
  std::vector<bool> is_first_write{};
  /// The source of a typed kernel, whose sites have this name for a file; empty for scenes.
  std::string source{};
  std::string source_name{};
  /// Whether lines of source files may be read: not those that a file from elsewhere names.
  bool reads_sources = true;
};

/// Sets the recorded frame, the one in the window, and their comparison; null for none in the window.
void set_frames(AccessStudy& study, const Image& frame, const Image* shown);

/// The pixels of the recorded frame that have the same bytes in the window, dark, and the others bright.
[[nodiscard]] std::shared_ptr<const Image> difference_picture(const Image& frame, const Image& shown);

/// The surface that the frame's last launch wrote; nothing if none was written.
[[nodiscard]] std::optional<std::uint32_t> frame_surface(const RecordedAccesses& recorded);

/// The maps of lines, with one sum for all instructions of a launch at the same line, called at the same lines, that
/// access the same object: a compiler copies lines. Lines are in the order of their first instructions.
[[nodiscard]] std::vector<LineMap> lines_by_place(const RecordedAccesses& recorded);

/// The site without the folders of its files.
[[nodiscard]] gpu::AccessSite short_site(gpu::AccessSite site);
/// Its line, then those of its callers, without folders, and without a file that is that of the place before:
/// "bicubic.cu:47", "107", "118".
[[nodiscard]] std::vector<std::string> short_place_texts(const gpu::AccessSite& site);
/// These in one text: "bicubic.cu:47 ← 107 ← 118".
[[nodiscard]] std::string short_site_text(const gpu::AccessSite& site);

/// Whether each access is the first write of bytes that had undefined contents before: see RecordedAccesses::undefined.
/// Empty if none had.
[[nodiscard]] std::vector<bool> first_writes(const RecordedAccesses& recorded);

/// Accesses that exceeded the limit.
[[nodiscard]] std::uint64_t num_dropped(const gpu::AccessRecording& recording);

/// The fetch with its texels, for the Textures lab; null if these were not kept or, in a file from elsewhere, do not
/// fit the texture, and for another access.
[[nodiscard]] std::shared_ptr<const OfferedFetch> fetch_of(const RecordedAccesses& recorded, const std::string& title,
                                                           std::size_t access);
/// The texels that it read, with their weights. @throws gpu::InvalidArgument for texels that cannot be explained.
[[nodiscard]] gpu::FetchExplanation explanation_of(const OfferedFetch& fetch);

/// The effect of the boundary mode on an access outside: "outside; clamp wrote the nearest texel". Empty for one
/// inside.
[[nodiscard]] std::string place_note(const gpu::Access& access);

/// A NaN in the values of an access.
[[nodiscard]] bool has_nan(const gpu::AccessRecording& recording, std::size_t access);

/// The pixel of a hazard in an object of the memory of `surface`; nothing if it is elsewhere.
[[nodiscard]] std::optional<HistoryPixel> pixel_of(const gpu::AccessRecording& recording, const Hazard& hazard,
                                                   std::uint32_t surface);

}  // namespace texelscope::app
