#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/lessons/handout.h"

namespace texelscope::app {

/// A page of one lesson, in HTML, whole in itself: its pictures are in it. For screen and paper, where the answers
/// begin a page of their own; without them, for those who are to find them. `language` is that of the course.
[[nodiscard]] std::string handout_page(const Handout& handout, bool has_answers, std::string_view language = "en");
/// A page that leads to those of a course's lessons, NAME.html.
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
