# Embeds the files of the report page in the program: a generated source defines app/compare/report/report_page.h.

if(CMAKE_SCRIPT_MODE_FILE)
  # Runs at build time with OUTPUT and BASE, the common name of the files without the extension. The script consists of
  # multiple files.
  set(entries "")
  foreach(extension html css)
    file(READ ${BASE}.${extension} text)
    string(APPEND entries "R\"page(${text})page\",\n")
  endforeach()
  foreach(file ${BASE}_pictures.js ${BASE}_texts.js ${BASE}_marks.js ${BASE}_list.js ${BASE}.js)
    file(READ ${file} text)
    string(APPEND entries "R\"page(${text})page\"\n")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"app/compare/report/report_page.h\"

namespace texelscope::app {

ReportPage report_page() {
  return {
${entries}};
}

}  // namespace texelscope::app
")
  return()
endif()

set(embed_report_page_script ${CMAKE_CURRENT_LIST_FILE})

# Sets ${output} to the generated source.
function(texelscope_embed_report_page output base)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_report_page.cpp)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${source} -DBASE=${base} -P ${embed_report_page_script}
    DEPENDS ${base}.html ${base}.css ${base}_pictures.js ${base}_texts.js ${base}_marks.js ${base}_list.js ${base}.js ${embed_report_page_script}
    COMMENT "Embedding the report's page"
    VERBATIM)
  set(${output} ${source} PARENT_SCOPE)
endfunction()
