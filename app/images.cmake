# Numbers as text, files and images: code that reads, writes and compares pictures, without device, window and UI.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(PNG REQUIRED)
find_package(JPEG REQUIRED)
pkg_check_modules(libtiff REQUIRED IMPORTED_TARGET libtiff-4>=4.5)
pkg_check_modules(libwebp REQUIRED IMPORTED_TARGET libwebpdemux libwebp)
pkg_check_modules(openexr REQUIRED IMPORTED_TARGET OpenEXR>=3.1)
pkg_check_modules(libzstd REQUIRED IMPORTED_TARGET libzstd)
# Reads ASTC; without it, ASTC textures are refused.
find_package(astcenc QUIET)
# OpenEXR's compiler flag for threads would rule out the precompiled headers.
set_property(TARGET PkgConfig::openexr PROPERTY INTERFACE_COMPILE_OPTIONS "")
# Build information: see cmake/BuildFacts.cmake.
set(image_libraries "CLI11=${CLI11_VERSION}" "fmt=${fmt_VERSION}" "nlohmann-json=${nlohmann_json_VERSION}" "zlib=${ZLIB_VERSION_STRING}"
  "libpng=${PNG_VERSION_STRING}" "libjpeg=${JPEG_VERSION}" "libtiff=${libtiff_VERSION}" "libwebp=${libwebp_libwebp_VERSION}"
  "OpenEXR=${openexr_VERSION}" "libzstd=${libzstd_VERSION}")

file(GLOB_RECURSE sources CONFIGURE_DEPENDS text/*.cpp files/*.cpp images/*.cpp)
# These belong to a different target: tensors require the compute library, and the text of drawings and fonts require stb.
set(other_files ${CMAKE_CURRENT_SOURCE_DIR}/files/tensor_file.cpp ${CMAKE_CURRENT_SOURCE_DIR}/images/drawing_bitmap.cpp
  ${CMAKE_CURRENT_SOURCE_DIR}/images/loaded_font.cpp)
list(REMOVE_ITEM sources ${other_files})
add_library(texelscope_images STATIC ${sources})
# An installed library needs neither header-only dependencies nor this build's flags.
target_link_libraries(texelscope_images
  PUBLIC texelscope_layout
  PRIVATE $<BUILD_INTERFACE:texelscope_compile> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
          fmt::fmt PNG::PNG JPEG::JPEG PkgConfig::libtiff PkgConfig::libwebp PkgConfig::openexr PkgConfig::libzstd ZLIB::ZLIB ${CMAKE_DL_LIBS})
if(astcenc_FOUND)
  list(APPEND image_libraries "astcenc=${astcenc_VERSION}")
  target_link_libraries(texelscope_images PRIVATE astcenc::astcenc)
  target_compile_definitions(texelscope_images PRIVATE TEXELSCOPE_WITH_ASTC)
endif()
target_compile_definitions(texelscope_images PRIVATE TEXELSCOPE_SOURCE_ASSETS="${CMAKE_SOURCE_DIR}/assets")
texelscope_share_headers(texelscope_standard_headers texelscope_images)
texelscope_compile_in_batches(texelscope_images)
