#include "app/documents/document.h"

namespace texelscope::app {

void Document::change_view(const std::function<void(View&, const ViewExtent&)>& change) {
  if (std::optional<DocumentView> shown = view()) {
    change(shown->view, shown->extent);
    set_view(shown->view);
  }
}

void Document::zoom(double notches, Point at) {
  change_view(
      [&, anchor = position(at)](View& view, const ViewExtent& extent) { zoom_by(view, extent, notches, anchor); });
}

void Document::zoom(double notches) {
  change_view([&](View& view, const ViewExtent& extent) {
    zoom_by(view, extent, notches, {extent.viewport_width / 2, extent.viewport_height / 2});
  });
}

void Document::pan(Point from, Point to) {
  const Point start = position(from);
  const Point end = position(to);
  change_view([&](View& view, const ViewExtent& extent) { app::pan(view, extent, end.x - start.x, end.y - start.y); });
}

void Document::pan_by_shares(double right, double down) {
  change_view([&](View& view, const ViewExtent& extent) {
    app::pan(view, extent, right * extent.viewport_width, down * extent.viewport_height);
  });
}

void Document::fit() { change_view(app::fit); }

}  // namespace texelscope::app
