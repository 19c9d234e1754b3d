# Embeds compiled shaders (SPIR-V) in the program: a generated source defines the table of
# render/vulkan/draw/shader_code.h.

find_program(TEXELSCOPE_GLSLANG NAMES glslangValidator glslang)
if(NOT TEXELSCOPE_GLSLANG)
  message(FATAL_ERROR "glslangValidator, which compiles the Vulkan shaders, is missing; install glslang-tools")
endif()

# Sets ${output} to the generated source. Each argument is NAME=FILE=DEFINITION=…, with FILE relative to shaders/.
function(texelscope_embed_spirv output)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/spirv)
  file(MAKE_DIRECTORY ${folder})
  set(arrays "")
  set(entries "")
  set(made "")
  set(number 0)
  foreach(shader IN LISTS ARGN)
    string(REPLACE "=" ";" parts "${shader}")
    list(POP_FRONT parts name file)
    set(definitions "")
    foreach(definition IN LISTS parts)
      list(APPEND definitions "-D${definition}")
    endforeach()
    set(source ${CMAKE_SOURCE_DIR}/shaders/${file})
    set(words ${folder}/${name}.inc)
    add_custom_command(
      OUTPUT ${words}
      COMMAND ${TEXELSCOPE_GLSLANG} --quiet -V -x ${definitions} -o ${words} ${source}
      DEPENDS ${source}
      COMMENT "Compiling the shader ${name}"
      VERBATIM)
    list(APPEND made ${words})
    string(APPEND arrays "constexpr std::uint32_t words_${number}[] = {\n#include \"spirv/${name}.inc\"\n};\n")
    string(APPEND entries "    {\"${name}\", words_${number}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_spirv.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"render/vulkan/draw/shader_code.h\"

namespace texelscope::render::vulkan {
namespace {

${arrays}
constexpr ShaderCode shaders[] = {
${entries}};

}  // namespace

std::span<const ShaderCode> embedded_shader_code() { return shaders; }

}  // namespace texelscope::render::vulkan
" @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${made}"
    INCLUDE_DIRECTORIES "${CMAKE_CURRENT_BINARY_DIR}")
  set(${output} ${source} PARENT_SCOPE)
endfunction()
