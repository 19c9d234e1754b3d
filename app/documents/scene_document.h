#pragma once

#include "app/documents/document.h"

namespace texelscope::app {

/// A scene, which zoom and pan move through its own parameters if it has a SceneMovement; otherwise they move its
/// frame.
class SceneDocument : public Document {
 public:
  explicit SceneDocument(Documents& documents) : documents_{documents} {}

  [[nodiscard]] const char* noun() const override { return movement() != nullptr ? "scene" : "frame"; }
  [[nodiscard]] std::optional<DocumentView> view() const override;
  void set_view(const View& view) override { documents_.viewport.view = view; }
  void zoom(double notches, Point at) override;
  void zoom(double notches) override;
  void pan(Point from, Point to) override;
  void pan_by_shares(double right, double down) override;
  void fit() override;
  [[nodiscard]] bool is_fit() const override;
  [[nodiscard]] double zoom_factor() const override { return documents_.viewport.view.zoom; }
  [[nodiscard]] std::optional<float> exposure() const override;
  void set_exposure(float stops) override;
  [[nodiscard]] std::optional<std::string> value_text() const override;
  /// The open picture, even if the scene does not show it.
  [[nodiscard]] bool has_picture() const override { return documents_.pictures.current.has_value(); }
  [[nodiscard]] OfferedPicture picture() const override;

 protected:
  [[nodiscard]] Point position(Point in_viewport) const override;

  Documents& documents_;

 private:
  /// Null if the scene has none.
  [[nodiscard]] const SceneMovement* movement() const { return current_scene(documents_).movement; }
  void move(double dx, double dy);
};

}  // namespace texelscope::app
