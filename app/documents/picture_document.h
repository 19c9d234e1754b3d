#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/documents/scene_document.h"
#include "app/images/image.h"
#include "app/images/view.h"
#include "app/labs/capabilities.h"
#include "app/scene/picture_tone.h"

namespace texelscope::app {

/// The picture that the current scene shows with its own view, and its position in the frame.
struct PictureView {
  std::shared_ptr<const Image> picture;
  View view;
  /// Its viewport is the frame.
  ViewExtent extent;
};

/// Nothing while a lab is open, and for scenes where wheel and drag move the frame.
[[nodiscard]] std::optional<PictureView> picture_view(const Documents& documents);

/// The open picture as it is seen, with its view if no lab is open; nothing without one.
[[nodiscard]] std::optional<SeenPicture> seen_picture(const Documents& documents);

/// A picture in a scene that shows it through the texture unit, with a view that is among the scene's parameters.
class PictureDocument : public SceneDocument {
 public:
  /// `shown` is the result of picture_view().
  PictureDocument(Documents& documents, PictureView shown) : SceneDocument{documents}, shown_{std::move(shown)} {}

  [[nodiscard]] std::string_view noun() const override { return "picture"; }
  [[nodiscard]] std::optional<DocumentView> view() const override {
    return DocumentView{
        shown_.view, shown_.extent, {static_cast<double>(shown_.picture->x), static_cast<double>(shown_.picture->y)}};
  }
  void set_view(const View& view) override;
  [[nodiscard]] bool is_fit() const override { return SceneDocument::is_fit() && shown_.view.is_fit; }
  [[nodiscard]] double zoom_factor() const override { return shown_.view.zoom * SceneDocument::zoom_factor(); }
  /// The picture's own texel, as stored in its file.
  [[nodiscard]] std::optional<std::string> value_text() const override;

 protected:
  [[nodiscard]] Point position(Point in_viewport) const override { return position_in_frame(in_viewport); }

 private:
  PictureView shown_;
};

/// The texels that a program has sent of the open picture; nothing if it has sent all, or the picture is a file.
[[nodiscard]] std::optional<SentTexels> sent_texels(const Documents& documents);

/// Call after a picture has replaced `before`, which is null for the scenes' own picture. Shows all of the new picture,
/// but keeps the view if both have the same size, so that they can be compared.
void show_opened_picture(Documents& documents, const Image* before);

/// The picture coordinates of the frame's pixel under the mouse, in texels, which may be outside the picture. Nothing
/// if the mouse is not over the frame.
[[nodiscard]] std::optional<Point> hovered_position(const Documents& documents, const PictureView& shown);

/// Sets the values that a scene with a tone shows as black and white to the range of the picture's values, or to 0 and
/// 1 if they already have that range. @returns the reason if there is no range; empty otherwise.
[[nodiscard]] std::string change_range(Documents& documents);
/// The part of the exposure that the viewport applies to the frame.
[[nodiscard]] float viewport_exposure(const Documents& documents);
/// The tone with which the current scene shows a picture that is not a comparison.
[[nodiscard]] PictureTone own_tone(const Documents& documents, const Image& picture);
/// The tone with which the current scene shows a picture or a comparison.
[[nodiscard]] PictureTone shown_tone(const Documents& documents, const Image& picture);

}  // namespace texelscope::app
