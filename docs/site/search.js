// SPDX-License-Identifier: Apache-2.0
// The search field of each page. searchIndex, from search_index.js, is [[words, place below the root]].
const field = document.getElementById("search");
const results = document.getElementById("results");
const root = document.body.dataset.root;
const mostShown = 30;

// Returns the entries that contain every word of the query, first those that begin with the query.
function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const hits = searchIndex.filter(([text]) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
  const begins = ([text]) => (text.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return hits.sort((a, b) => begins(a) - begins(b));
}

field.addEventListener("input", () => {
  const hits = find(field.value);
  results.replaceChildren(
    ...hits.slice(0, mostShown).map(([text, place]) => {
      const link = document.createElement("a");
      link.href = `${root}/${place}`;
      link.textContent = text;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }),
  );
  if (hits.length > mostShown) {
    const rest = document.createElement("li");
    rest.textContent = `${hits.length - mostShown} more`;
    results.append(rest);
  }
  if (field.value.trim() && !hits.length) results.textContent = "Nothing found";
});
