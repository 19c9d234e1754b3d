#pragma once

#include <stdexcept>

namespace texelscope::render {

/// A failed call of the renderer: what failed, with which values, and what to do, in one line.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// No display, no GL, a GL that is too old: the renderer cannot work on this machine.
class Unavailable : public Error {
 public:
  using Error::Error;
};

}  // namespace texelscope::render
