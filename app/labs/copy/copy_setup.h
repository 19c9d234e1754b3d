#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/labs/layout/layout_lab.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

/// The origin of the source's array.
enum class CopyContent : std::uint8_t { typed, npy, image };
/// The layout of the destination: dense in an order, or as typed.
enum class CopyOrder : std::uint8_t { c, f, k, typed };
/// The kind of memory of a side.
enum class CopyMemory : std::uint8_t { device, pinned, pageable };
inline constexpr std::array<std::string_view, 3> copy_memory_names = {"device", "pinned", "pageable"};
[[nodiscard]] std::string_view to_string(CopyMemory memory) noexcept;

/// A typed array, and the operations that a side applies to it.
struct CopySideText {
  LayoutText array;
  /// Such as "permuted(1, 0)  sliced(::2)".
  std::string operations{};
  bool operator==(const CopySideText&) const = default;
};

/// All input of a copy.
struct CopyInput {
  CopyContent content = CopyContent::typed;
  /// The operations apply to every kind of content; the array is used only for `typed`.
  CopySideText source{{.shape = "1024, 1024"}, "permuted(1, 0)"};
  /// The .npy file or image.
  std::string file{};
  CopyOrder order = CopyOrder::c;
  /// Used for CopyOrder::typed, without its itemsize.
  CopySideText destination{{.shape = "1024, 1024"}};
  CopyMemory source_memory = CopyMemory::device;
  CopyMemory destination_memory = CopyMemory::device;
  bool operator==(const CopyInput&) const = default;
};

/// One side, evaluated as far as possible.
struct CopySide {
  /// `input` is the array, shown() the copied layout.
  ChainResult chain;
  /// The reason why there is no layout, unless a field of the chain reports the error.
  std::string error;
  std::optional<gpu::StridedLayout> layout;

  [[nodiscard]] const gpu::StridedLayout& array() const { return *chain.input; }
};

/// A copy evaluated as far as possible.
struct CopySetup {
  CopySide source;
  CopySide destination;
  /// The element type of the source's array, and that of the copied elements; they differ if operations change the
  /// itemsize.
  gpu::ElementType array_type;
  gpu::ElementType type;
  /// The decoded picture, for CopyContent::image.
  std::shared_ptr<const Image> image;
  /// Set when both sides have a layout that can be copied.
  std::optional<gpu::CopyPlan> plan;
  /// The reason why there is no plan although both sides have a layout.
  std::string plan_error;

  /// The reason why the copy cannot be planned, from either side or the plan itself; empty when there is a plan.
  [[nodiscard]] std::string error() const;
  /// Bytes that are copied.
  [[nodiscard]] std::int64_t bytes() const { return source.layout->volume() * source.layout->itemsize(); }
};

/// The picture that was read last, kept while its path stays the same.
struct CopyPicture {
  std::string path;
  std::shared_ptr<const Image> image;
};

/// Splits a chain of operations: "permuted(1, 0).sliced(::2)" is two. Spaces, dots, semicolons and line breaks may
/// separate them. Text that cannot be split is one operation, which reports the error.
[[nodiscard]] std::vector<ChainEntry> operations_from_string(std::string_view text);

/// A type for elements of known size but unknown type: the most common unsigned integer or floating-point
/// type, otherwise opaque.
[[nodiscard]] gpu::ElementType type_of_itemsize(std::int64_t itemsize);

/// Evaluates a copy. Opens files for their headers, and reads an image if `picture` contains a different one. Reports
/// wrong input in the result and never throws for it.
[[nodiscard]] CopySetup work_out(const CopyInput& input, CopyPicture& picture);

}  // namespace texelscope::app
