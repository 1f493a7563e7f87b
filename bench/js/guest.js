// What plugins in JavaScript do all day: texts, objects, JSON. Gives a number that depends on all of it.
export function work(n) {
  const notes = [];
  for (let i = 0; i < n; i++) {
    notes.push({ path: `notes/${i % 7}/note-${i}.md`, tags: ['work', `t${i % 13}`], open: i % 5 });
  }
  const byTag = {};
  for (const note of JSON.parse(JSON.stringify(notes))) {
    for (const tag of note.tags) byTag[tag] = (byTag[tag] ?? 0) + note.open;
  }
  const text = Object.keys(byTag).sort().map((tag) => `${tag}:${byTag[tag]}`).join('\n');
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) >>> 0;
  return sum;
}
