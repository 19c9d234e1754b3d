# texelscope_skipped_tests(REASON NAMES…): registers tests that this build cannot run, and skips them with the reason.
# If they were omitted, nobody would notice.
function(texelscope_skipped_tests reason)
  foreach(name IN LISTS ARGN)
    add_test(NAME ${name} COMMAND sh -c "echo \"skipped: $0\"; exit 77" "${reason}")
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endfunction()
