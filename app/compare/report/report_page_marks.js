"use strict";
// What people accept: marked pairs, and the command line that accepts them, to copy. `onChange` is called with those that are.
const reportMarks = (data, onChange) => {
  const element = (id) => document.getElementById(id);
  const names = new Set();
  const quoted = (word) => (/^[\w\/.:=@%+,-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`);
  const canMark = (result) => !result.passed && data.accept_command?.length > 0;
  const draw = () => {
    const marked = data.pairs.map((result) => result.name).filter((name) => names.has(name));
    element("accept").hidden = marked.length === 0;
    element("marked").textContent = `${marked.length} marked`;
    element("command").value = [...(data.accept_command || []), ...marked].map(quoted).join(" ");
    onChange(names);
  };
  const toggle = (result) => {
    if (canMark(result)) {
      if (!names.delete(result.name)) {
        names.add(result.name);
      }
      draw();
    }
  };
  element("copy").addEventListener("click", () => {
    element("command").select();
    // A page of a file has no other clipboard.
    document.execCommand("copy");
    element("copy").textContent = "Copied";
    setTimeout(() => {
      element("copy").textContent = "Copy command";
    }, 1500);
  });
  element("unmark").addEventListener("click", () => {
    names.clear();
    draw();
  });
  return {names, canMark, toggle};
};
