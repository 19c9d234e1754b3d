#include <fmt/format.h>

#include "app/images/drawing.h"
#include "app/text/escape.h"
#include "app/text/overloaded.h"

namespace texelscope::app {
namespace {

std::string hex(Rgb color) { return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue); }

std::string svg_line(const DrawingLine& line) {
  return fmt::format("<line x1=\"{:g}\" y1=\"{:g}\" x2=\"{:g}\" y2=\"{:g}\" stroke=\"{}\" stroke-width=\"{:g}\"/>\n",
                     line.x1, line.y1, line.x2, line.y2, hex(line.ink), line.width);
}

std::string svg_text(const DrawingText& text) {
  constexpr const char* anchors[] = {"start", "middle", "end"};
  constexpr const char* families[] = {"Inter, 'DejaVu Sans', sans-serif", "Inter, 'DejaVu Sans', sans-serif",
                                      "'JetBrains Mono', 'DejaVu Sans Mono', monospace"};
  // The baseline is below the middle of the digits by about a third of the size.
  return fmt::format(
      "<text x=\"{:g}\" y=\"{:g}\" fill=\"{}\" font-size=\"{:g}\" font-family=\"{}\"{} text-anchor=\"{}\">{}</text>\n",
      text.x, text.y + 0.36F * text.size, hex(text.ink), text.size, families[static_cast<std::size_t>(text.font)],
      text.font == FontUse::heading ? " font-weight=\"600\"" : "", anchors[static_cast<std::size_t>(text.anchor)],
      escaped_markup(text.text));
}

}  // namespace

std::string to_svg(const Drawing& picture) {
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" viewBox=\"0 0 {0:g} {1:g}\">\n"
      "<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"{2}\"/>\n",
      picture.width, picture.height, hex(picture.background));
  int hatches = 0;
  for (const DrawingShape& shape : picture.shapes) {
    std::visit(Overloaded{[&](const DrawingRect& rect) {
                            svg += fmt::format(
                                "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"{}\"/>\n", rect.x,
                                rect.y, rect.width, rect.height, hex(rect.fill));
                          },
                          [&](const DrawingHatch& hatch) {
                            const std::string id = fmt::format("hatch{}", hatches++);
                            svg += fmt::format(
                                "<pattern id=\"{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
                                "<path d=\"M-1 1L1 -1M0 6L6 0M5 7L7 5\" stroke=\"{}\"/></pattern>\n"
                                "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" fill=\"url(#{})\"/>\n",
                                id, hex(hatch.ink), hatch.x, hatch.y, hatch.width, hatch.height, id);
                          },
                          [&](const DrawingLine& line) { svg += svg_line(line); },
                          [&](const DrawingText& text) { svg += svg_text(text); }},
               shape);
  }
  return svg + "</svg>\n";
}

}  // namespace texelscope::app
