# The image comparison: as part of the program, as a separate program for CI machines without a GPU or display, and as the
# library texelscope::compare for other projects.
include(BuildFacts)
include(EmbedReportPage)
texelscope_embed_report_page(report_page ${CMAKE_CURRENT_SOURCE_DIR}/compare/report/report_page)
file(GLOB sources CONFIGURE_DEPENDS compare/*.cpp compare/measures/*.cpp compare/report/*.cpp compare/review/*.cpp compare/rules/*.cpp)
add_library(texelscope_compare STATIC ${sources} ${report_page})
target_include_directories(texelscope_compare PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/compare/include>)
target_link_libraries(texelscope_compare
  PUBLIC texelscope_images
  PRIVATE $<BUILD_INTERFACE:texelscope_compile> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> fmt::fmt ZLIB::ZLIB Threads::Threads)

# The same code behind C++17 headers, which expose nothing of the program.
file(GLOB sources CONFIGURE_DEPENDS compare/library/*.cpp)
add_library(texelscope_compare_library STATIC ${sources})
target_include_directories(texelscope_compare_library PUBLIC
  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/compare/include> $<INSTALL_INTERFACE:include>)
target_compile_features(texelscope_compare_library PUBLIC cxx_std_17)
target_link_libraries(texelscope_compare_library PRIVATE texelscope_compare $<BUILD_INTERFACE:texelscope_compile> fmt::fmt)

# The command line, and the comparison subcommands, as object libraries: nothing refers to the file of a subcommand, so
# a linker would omit it from a static library.
file(GLOB command_line_sources CONFIGURE_DEPENDS cli/manual/*.cpp)
foreach(name cli command command_line completion output program_text reading_options commands/manual)
  list(APPEND command_line_sources ${CMAKE_CURRENT_SOURCE_DIR}/cli/${name}.cpp)
endforeach()
set(compare_command_sources "")
foreach(name compare_review comparison_outputs commands/compare commands/report)
  list(APPEND compare_command_sources ${CMAKE_CURRENT_SOURCE_DIR}/cli/${name}.cpp)
endforeach()
add_library(texelscope_command_line OBJECT ${command_line_sources})
add_library(texelscope_compare_commands OBJECT ${compare_command_sources})
foreach(commands texelscope_command_line texelscope_compare_commands)
  target_link_libraries(${commands} PRIVATE texelscope_compare texelscope_compile fmt::fmt CLI11::CLI11 nlohmann_json::nlohmann_json)
endforeach()

texelscope_build_facts(build_facts compare_build_facts.cpp ${image_libraries})
add_executable(texelscope_compare_program compare_main.cpp ${build_facts})
set_target_properties(texelscope_compare_program PROPERTIES OUTPUT_NAME texelscope-compare RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
target_link_libraries(texelscope_compare_program PRIVATE texelscope_command_line texelscope_compare_commands texelscope_compare texelscope_compile)

texelscope_precompiled_headers(texelscope_command_headers LIBRARIES nlohmann_json::nlohmann_json
  HEADERS ${standard_headers} <nlohmann/json.hpp>)
texelscope_share_headers(texelscope_command_headers texelscope_command_line texelscope_compare_commands)
# Subcommands read options and print; loops over pixels are elsewhere.
texelscope_compile_quickly(-O1 texelscope_command_headers texelscope_command_line texelscope_compare_commands)
texelscope_share_headers(texelscope_standard_headers texelscope_compare texelscope_compare_library)
texelscope_compile_in_batches(texelscope_compare texelscope_compare_library texelscope_command_line texelscope_compare_commands)
include(compare/install.cmake)
