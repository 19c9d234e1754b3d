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

/// Where the source's array comes from.
enum class CopyContent : std::uint8_t { typed, npy, image };
/// How the destination lies: dense in an order, or as typed.
enum class CopyOrder : std::uint8_t { c, f, k, typed };
/// The memory that a side lies in.
enum class CopyMemory : std::uint8_t { device, pinned, pageable };
inline constexpr std::array<std::string_view, 3> copy_memory_names = {"device", "pinned", "pageable"};
[[nodiscard]] std::string_view to_string(CopyMemory memory) noexcept;

/// An array and the operations that a side sees it through, as typed.
struct CopySideText {
  LayoutText array;
  /// Such as "permuted(1, 0)  sliced(::2)".
  std::string operations{};
  bool operator==(const CopySideText&) const = default;
};

/// Everything that decides about a copy.
struct CopyInput {
  CopyContent content = CopyContent::typed;
  /// Counts its operations for every content, its array for `typed`.
  CopySideText source{{.shape = "1024, 1024"}, "permuted(1, 0)"};
  /// The .npy file or image.
  std::string file{};
  CopyOrder order = CopyOrder::c;
  /// Counts for CopyOrder::typed; its itemsize never does.
  CopySideText destination{{.shape = "1024, 1024"}};
  CopyMemory source_memory = CopyMemory::device;
  CopyMemory destination_memory = CopyMemory::device;
  bool operator==(const CopyInput&) const = default;
};

/// One side, worked out as far as it goes.
struct CopySide {
  /// `input` is the array, shown() what is copied.
  ChainResult chain;
  /// Why there is no layout, where no field of the chain tells.
  std::string error;
  std::optional<gpu::StridedLayout> layout;

  [[nodiscard]] const gpu::StridedLayout& array() const { return *chain.input; }
};

/// A copy worked out as far as it goes.
struct CopySetup {
  CopySide source;
  CopySide destination;
  /// Of the source's array, and of the elements that are copied: another where operations change the itemsize.
  gpu::ElementType array_type;
  gpu::ElementType type;
  /// The decoded picture, for CopyContent::image.
  std::shared_ptr<const Image> image;
  /// Set when both sides have a layout that can be copied.
  std::optional<gpu::CopyPlan> plan;
  /// Why there is no plan although both sides have a layout.
  std::string plan_error;

  /// What keeps the copy from being planned, of whichever part; empty when there is a plan.
  [[nodiscard]] std::string error() const;
  /// Bytes that are copied.
  [[nodiscard]] std::int64_t bytes() const { return source.layout->volume() * source.layout->itemsize(); }
};

/// A picture that was read, kept while its path stays.
struct CopyPicture {
  std::string path;
  std::shared_ptr<const Image> image;
};

/// The text of operations, one after another, taken apart: "permuted(1, 0).sliced(::2)" are two. Spaces, dots,
/// semicolons and line breaks may stand between them. What cannot be taken apart is one operation, for its error.
[[nodiscard]] std::vector<ChainEntry> operations_from_string(std::string_view text);

/// A type for elements of which only the size is known: unsigned integers and floating-point numbers as they are most
/// common, else opaque.
[[nodiscard]] gpu::ElementType type_of_itemsize(std::int64_t itemsize);

/// Works out a copy. Files are opened for their headers, an image is read when `picture` holds another. Wrong input is
/// told in the result, never thrown.
[[nodiscard]] CopySetup work_out(const CopyInput& input, CopyPicture& picture);

}  // namespace texelscope::app
