#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/documents/documents.h"
#include "app/images/view.h"
#include "app/labs/capabilities.h"
#include "app/labs/work_in_progress.h"

namespace texelscope::app {

/// A view, and its contents.
struct DocumentView {
  View view;
  ViewExtent extent;
  /// The place of its first texel, in the numbers that users see: Image::x and Image::y of a picture.
  Point first{};
};

/// The shown document: a picture, a scene or a lab, as the wheel, drags, keys, files and the clipboard see it. An
/// adapter without a state of its own.
class Document {
 public:
  virtual ~Document() = default;

  /// The name of whatever is zoomed: "picture", "scene" or "frame".
  [[nodiscard]] virtual std::string_view noun() const = 0;

  /// The view that zoom and pan change; nothing if there is nothing to zoom.
  [[nodiscard]] virtual std::optional<DocumentView> view() const = 0;
  virtual void set_view(const View& view) = 0;
  /// Changes the view, if there is one.
  void change_view(const std::function<void(View&, const ViewExtent&)>& change);
  /// Zooms in by notches of the wheel, or out, at a position in the viewport or about the center.
  virtual void zoom(double notches, Point at);
  virtual void zoom(double notches);
  /// Moves by the distance between two positions in the viewport, or by fractions of the visible part.
  virtual void pan(Point from, Point to);
  virtual void pan_by_shares(double right, double down);
  /// Shows the whole picture, the whole frame, or the scene's initial view.
  virtual void fit();
  [[nodiscard]] virtual bool is_fit() const { return false; }
  /// Screen pixels per texel of the picture or, without a picture, of the frame.
  [[nodiscard]] virtual double zoom_factor() const = 0;

  /// The exposure in stops; nothing if there is none.
  [[nodiscard]] virtual std::optional<float> exposure() const { return std::nullopt; }
  /// Sets the exposure, -16 … 16; does nothing without one.
  virtual void set_exposure(float /*stops*/) {}

  /// The value under the mouse as text, for the clipboard; nothing if there is none.
  [[nodiscard]] virtual std::optional<std::string> value_text() const { return std::nullopt; }
  /// Whether there is a picture to view, to save and to copy, beside the scene's frame.
  [[nodiscard]] virtual bool has_picture() const = 0;
  /// That picture; this may take time. Requires has_picture(). @throws gpu::InvalidArgument, see
  /// ShowsPicture::shown_picture().
  [[nodiscard]] virtual OfferedPicture picture() const = 0;
  /// The contents that it can export to a file; null for none.
  [[nodiscard]] virtual const Exports* exports() const { return nullptr; }

  /// The long operation in progress; nothing if there is none.
  [[nodiscard]] virtual std::optional<WorkInProgress> work_in_progress() const { return std::nullopt; }
  virtual void cancel_work() {}

 protected:
  /// A position in the viewport, in the viewport of view().
  [[nodiscard]] virtual Point position(Point in_viewport) const { return in_viewport; }
};

/// The document that is shown, for as long as `documents` exists and shows it.
[[nodiscard]] std::unique_ptr<Document> shown_document(Documents& documents);
[[nodiscard]] std::unique_ptr<const Document> shown_document(const Documents& documents);

/// Shows a texel of the shown document, in the numbers of its file, with its neighbors.
void show_texel(Documents& documents, const Point& texel);

}  // namespace texelscope::app
