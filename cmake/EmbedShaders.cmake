# Embeds shader files in the program: a generated source defines the table of render/gl/shader_source.h.

if(CMAKE_SCRIPT_MODE_FILE)
  # Runs at build time with OUTPUT and FILES (separated by '|').
  string(REPLACE "|" ";" files "${FILES}")
  set(entries "")
  foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"render/gl/shader_source.h\"

namespace texelscope::render::gl {

static constexpr EmbeddedShader shaders[] = {
${entries}};

std::span<const EmbeddedShader> embedded_shaders() { return shaders; }

}  // namespace texelscope::render::gl
")
  return()
endif()

set(embed_shaders_script ${CMAKE_CURRENT_LIST_FILE})

# Sets ${output} to the generated source.
function(texelscope_embed_shaders output)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_shaders.cpp)
  list(JOIN ARGN "|" files)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${source} -DFILES=${files} -P ${embed_shaders_script}
    DEPENDS ${ARGN} ${embed_shaders_script}
    COMMENT "Embedding the shaders"
    VERBATIM)
  set(${output} ${source} PARENT_SCOPE)
endfunction()
