# Embeds public headers in the library: a generated source defines the table of gpu/driver/embedded_headers.h.

if(CMAKE_SCRIPT_MODE_FILE)
  # Runs at build time with OUTPUT, ROOT and FILES (separated by '|').
  string(REPLACE "|" ";" files "${FILES}")
  set(entries "")
  foreach(file IN LISTS files)
    file(RELATIVE_PATH name ${ROOT} ${file})
    file(READ ${file} text)
    string(APPEND entries "    {\"${name}\", R\"header(${text})header\"},\n")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"gpu/driver/embedded_headers.h\"

namespace texelscope::gpu::driver {

static constexpr EmbeddedHeader headers[] = {
${entries}};

std::span<const EmbeddedHeader> embedded_headers() { return headers; }

}  // namespace texelscope::gpu::driver
")
  return()
endif()

set(embed_headers_script ${CMAKE_CURRENT_LIST_FILE})

# Sets ${output} to the generated source; header names are relative to ${root}.
function(texelscope_embed_headers output root)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_headers.cpp)
  list(JOIN ARGN "|" files)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${source} -DROOT=${root} -DFILES=${files} -P ${embed_headers_script}
    DEPENDS ${ARGN} ${embed_headers_script}
    COMMENT "Embedding the headers of kernels"
    VERBATIM)
  set(${output} ${source} PARENT_SCOPE)
endfunction()
