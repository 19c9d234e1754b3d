#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "app/lessons/handout.h"

namespace texelscope::app {

/// The options of a lesson's page, in addition to its content.
struct HandoutPageOptions {
  /// False for the students' worksheet.
  bool has_answers = true;
  /// The language of the course, as a BCP 47 tag.
  std::string_view language = "en";
  /// The course title in the page's header, if not empty.
  std::string_view course_title{};
  /// The lesson's number in the course, from 1.
  std::size_t number = 1;
};

/// A self-contained HTML page of one lesson, with its pictures, for screen and paper. When printed, each step is kept
/// on a single sheet if it fits, every sheet shows the lesson's title and a sheet number, and the answers start on a
/// separate sheet.
[[nodiscard]] std::string handout_page(const Handout& handout, const HandoutPageOptions& options);
/// A page of links to the pages of a course's lessons, NAME.html, grouped by topic, with the length of each lesson.
[[nodiscard]] std::string handout_index(std::span<const Handout> handouts, std::string_view title,
                                        std::string_view language);

/// A Markdown page of one lesson, which refers to the lesson's first screenshot as NAME.png.
[[nodiscard]] std::string lesson_page(const Handout& handout);
/// An index of the lesson pages, NAME.md; ends with fonts_line(). The index of the guide has no course title.
[[nodiscard]] std::string lesson_index(std::span<const Handout> handouts, std::string_view course_title = "");

/// The fonts of screenshots drawn here; those with different fonts cannot be compared.
[[nodiscard]] std::string fonts_line();

/// The screenshot of lesson_page(); null if there is none.
[[nodiscard]] const Screenshot* first_picture(const Handout& handout);

}  // namespace texelscope::app
