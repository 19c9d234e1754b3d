"use strict";
// Marked pairs, and the command line that accepts them. `onChange` is called with the marked pairs.
const reportMarks = (data, onChange) => {
  const names = new Set();
  // A terminal acts on control characters of pasted text, even inside quotes.
  const controls = /[\u0000-\u001f\u007f-\u009f]/g;
  const code = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const quoted = (word) =>
    /^[\w\/.:=@%+,-]+$/.test(word)
      ? word
      : word.search(controls) >= 0
        ? `$'${word.replace(/['\\]/g, "\\$&").replace(controls, code)}'`
        : `'${word.replace(/'/g, "'\\''")}'`;
  // No command accepts an image that cannot be read.
  const canMark = (result) => hasFailed(result) && data.accept_command?.length > 0 && !(result.kind === "damaged" && !result.pictures?.actual);
  const isMissing = (result) => result.width === undefined && !result.pictures?.actual && result.pictures?.expected;
  const commandFor = (marked) => {
    const begin = (data.accept_command || []).slice(0, -1);
    const [update] = (data.accept_command || []).slice(-1);
    // As a separate word, a name that begins with '-' would be an option.
    const words = marked.map(({name}) => (name.startsWith("-") ? `${update}=${name}` : name));
    return [...begin, ...(marked.some(isMissing) ? ["--prune"] : []), update, ...words].map(quoted).join(" ");
  };
  const draw = () => {
    const marked = data.pairs.filter(({name}) => names.has(name));
    element("accept").hidden = marked.length === 0;
    element("marked").textContent = `${marked.length} of ${data.failed} marked to accept`;
    element("command").value = marked.length > 0 ? commandFor(marked) : "";
    onChange(names);
  };
  const toggle = (result) => {
    if (result && canMark(result)) {
      if (!names.delete(result.name)) {
        names.add(result.name);
      }
      draw();
    }
  };
  const areAllMarked = (alike) => alike.length > 0 && alike.every(({name}) => names.has(name));
  // Marks a group, or clears its marks if all are marked.
  const toggleAll = (group) => {
    const alike = group.filter(canMark);
    const isMarked = areAllMarked(alike);
    alike.forEach(({name}) => (isMarked ? names.delete(name) : names.add(name)));
    draw();
  };
  const groupText = (alike) => (areAllMarked(alike) ? `Clear all ${alike.length}` : `Mark all ${alike.length}`);
  element("copy").addEventListener("click", () => {
    element("command").select();
    // Pages from file URLs have no other clipboard.
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
  return {names, canMark, toggle, toggleAll, groupText};
};
