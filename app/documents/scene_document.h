#pragma once

#include "app/documents/document.h"

namespace texelscope::app {

/// A scene whose frame zoom and pan move.
class SceneDocument : public Document {
 public:
  explicit SceneDocument(Documents& documents) : documents_{documents} {}

  [[nodiscard]] std::string_view noun() const override { return "frame"; }
  [[nodiscard]] std::optional<DocumentView> view() const override;
  void set_view(const View& view) override { documents_.viewport.view = view; }
  void fit() override;
  [[nodiscard]] bool is_fit() const override { return documents_.viewport.view.is_fit; }
  [[nodiscard]] double zoom_factor() const override { return documents_.viewport.view.zoom; }
  [[nodiscard]] std::optional<float> exposure() const override;
  void set_exposure(float stops) override;
  [[nodiscard]] std::optional<std::string> value_text() const override;
  /// The open picture, even if the scene does not show it.
  [[nodiscard]] bool has_picture() const override { return documents_.pictures.current.has_value(); }
  [[nodiscard]] OfferedPicture picture() const override;

 protected:
  /// A position in the viewport, in the frame.
  [[nodiscard]] Point position_in_frame(Point in_viewport) const {
    return image_position(documents_.viewport.view, view_extent(documents_), in_viewport);
  }

  Documents& documents_;
};

/// A scene with a SceneMovement: zoom and pan move it through its own parameters.
class MovedSceneDocument : public SceneDocument {
 public:
  using SceneDocument::SceneDocument;

  [[nodiscard]] std::string_view noun() const override { return "scene"; }
  void zoom(double notches, Point at) override;
  void zoom(double notches) override;
  void pan(Point from, Point to) override;
  void pan_by_shares(double right, double down) override;
  void fit() override;
  [[nodiscard]] bool is_fit() const override;

 private:
  [[nodiscard]] const SceneMovement& movement() const { return *current_scene(documents_).movement; }
  void move(double dx, double dy);
};

}  // namespace texelscope::app
