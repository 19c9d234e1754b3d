#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "app/lessons/handout.h"

namespace texelscope::app {

/// How the page of a lesson is written, besides its content.
struct HandoutPageOptions {
  /// False for the sheet that students work on.
  bool has_answers = true;
  /// The language of the course, as a BCP 47 tag.
  std::string_view language = "en";
  /// The page's header names the course, unless this is empty.
  std::string_view course_title{};
  /// The lesson's number in the course, from 1.
  std::size_t number = 1;
};

/// A page of one lesson, in HTML, whole in itself: its pictures are in it. For screen and paper, where a step stays on
/// one sheet if it fits, each sheet has the lesson's title and its number, and the answers begin a sheet of their own.
[[nodiscard]] std::string handout_page(const Handout& handout, const HandoutPageOptions& options);
/// A page that links to those of a course's lessons, NAME.html, grouped by topic, with the length of each.
[[nodiscard]] std::string handout_index(std::span<const Handout> handouts, std::string_view title,
                                        std::string_view language);

/// A page of one lesson in Markdown, whose picture NAME.png lies beside it: the first that the lesson has.
[[nodiscard]] std::string lesson_page(const Handout& handout);
/// A page that leads to those of the lessons, NAME.md; ends in fonts_line(). That of the guide has no course's title.
[[nodiscard]] std::string lesson_index(std::span<const Handout> handouts, std::string_view course_title = "");

/// Which fonts pictures that are made here have: with others they cannot be compared.
[[nodiscard]] std::string fonts_line();

/// The picture of lesson_page(); null for none.
[[nodiscard]] const Screenshot* first_picture(const Handout& handout);

}  // namespace texelscope::app
