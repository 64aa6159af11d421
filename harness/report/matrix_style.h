// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_STYLE_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_STYLE_H_

namespace loadstone {

// What the page of a matrix has in addition to the style of every page, and its script. They must
// not contain < > &, which would be written as character references.
inline constexpr char kMatrixStyle[] = R"(
:root { --passed: #2e7d32; --skipped: #757575; }
@media (prefers-color-scheme: dark) { :root { --passed: #81c784; --skipped: #9e9e9e; } }
body.wide { max-width: none; }
nav a { display: inline-block; margin-right: 1rem; }
.filter { z-index: 3; }
.scroll { overflow: auto; max-height: 85vh; border: 1px solid var(--line); }
table.cells { border-collapse: separate; border-spacing: 1px; font-size: 12px; }
table.cells th { background: var(--page); text-align: left; font-weight: normal; }
table.cells thead th { position: sticky; top: 0; z-index: 2; vertical-align: bottom; }
table.cells thead th:first-child { left: 0; z-index: 3; }
table.cells thead a { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 16rem;
  overflow-wrap: anywhere; color: var(--ink); }
table.cells tbody th:first-child { position: sticky; left: 0; z-index: 1; min-width: 9rem;
  max-width: 26rem; overflow-wrap: break-word; }
table.cells tr.section th { font-weight: 600; padding-top: .7rem; background: var(--soft); }
table.cells th span { color: var(--dim); }
table.cells td { color: #fff; text-align: center; white-space: nowrap; padding: 1px 5px;
  cursor: pointer; }
table.cells td.pass { background: none; color: var(--passed); }
table.cells td.skip { background: none; color: var(--skipped); }
table.cells td.none { cursor: default; }
table.cells td:focus { outline: 3px solid var(--ink); outline-offset: -1px; }
details.part, h2 { scroll-margin-top: 6rem; }
details.part { border-top: 1px solid var(--line); padding: .2rem 0; }
details.part summary { overflow-wrap: anywhere; }
.cause { border-left: 4px solid var(--line); padding-left: .8rem; margin: .6rem 0; }
.cause p { margin: .15rem 0; overflow-wrap: anywhere; }
table.list { border-collapse: collapse; font-size: .9em; }
table.list td, table.list th { border-top: 1px solid var(--line); padding: .2rem .6rem .2rem 0;
  text-align: left; vertical-align: top; overflow-wrap: break-word; }
select { max-width: 100%; font: inherit; }
@media (max-width: 40rem) {
  body { padding: 0 .4rem; }
  table.cells th span { display: none; }
  table.cells tbody th:first-child { min-width: 7rem; max-width: 7rem; }
  table.list, table.list tbody, table.list tr, table.list td { display: block; }
  table.list th { display: none; }
  table.list td { border: 0; padding: .1rem 0; overflow-wrap: anywhere; }
  table.list tr { border-top: 1px solid var(--line); padding: .3rem 0; }
  table.list td:empty { display: none; }
  table.list td[data-column]::before { content: attr(data-column) ': '; color: var(--dim); }
}
@media print {
  body { max-width: none; }
  .filter, nav, .choose { display: none; }
  .scroll { overflow: visible; max-height: none; border: 0; }
  table.cells th { position: static; }
  .fail, .warn, .error, .waived { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)";

inline constexpr char kMatrixScript[] = R"(
const search = document.getElementById('search');
const boxes = Array.from(document.querySelectorAll('.filter input[type=checkbox]'));
const tables = Array.from(document.querySelectorAll('table.cells'));
const rows = Array.from(document.querySelectorAll('tr[data-policy]'));
const parts = Array.from(document.querySelectorAll('details.policy'));
const texts = new Map();
function textOf(row) {
  if (!texts.has(row)) {
    const part = document.getElementById(row.dataset.policy);
    texts.set(row, [row.parentNode.rows[0], row.cells[0], part]
        .map(function (each) { return each.textContent; }).join(' ').toLowerCase());
  }
  return texts.get(row);
}
function visibleRows(table) {
  return Array.from(table.querySelectorAll('tr[data-policy]:not([hidden])'));
}
function makeReachable(cell) {
  for (const old of cell.closest('table').querySelectorAll('td[tabindex]')) {
    old.removeAttribute('tabindex');
  }
  cell.tabIndex = 0;
}
function apply() {
  const words = search.value.toLowerCase();
  const wanted = new Set(boxes.filter(function (box) { return box.checked; })
      .map(function (box) { return box.value; }));
  const shown = new Set();
  for (const row of rows) {
    const chosen = row.dataset.verdicts.split(' ').some(function (name) { return wanted.has(name); });
    row.hidden = chosen ? !(words === '' ? true : textOf(row).includes(words)) : true;
    if (!row.hidden) shown.add(row.dataset.policy);
  }
  for (const section of document.querySelectorAll('table.cells tbody')) {
    section.hidden = section.querySelector('tr[data-policy]:not([hidden])') === null;
  }
  for (const part of parts) part.hidden = !shown.has(part.id);
  for (const table of tables) {
    const first = visibleRows(table)[0];
    const reachable = table.querySelector('tr:not([hidden]) td[tabindex]');
    if (first !== undefined) if (reachable === null) makeReachable(first.cells[1]);
  }
  document.body.dataset.shown = shown.size;
  document.getElementById('shown').textContent = shown.size + ' of ' + parts.length + ' policies';
}
function fromAddress() {
  const word = decodeURIComponent(location.hash.slice(1));
  const target = word === '' ? null : document.getElementById(word);
  if (target !== null) {
    if (target.hidden) {
      search.value = '';
      for (const each of boxes) each.checked = true;
      apply();
    }
    target.open = true;
    target.scrollIntoView();
    return;
  }
  const box = boxes.find(function (each) { return each.value === word; });
  if (box) for (const each of boxes) each.checked = each === box;
  search.value = box ? '' : word;
  apply();
}
function describe(cell) {
  const heads = cell.closest('table').tHead.rows[0].cells;
  cell.title = cell.parentNode.dataset.policy + ', ' + heads[cell.cellIndex].textContent + ': ' +
      (cell.textContent === '' ? 'no case' : cell.textContent);
  cell.setAttribute('aria-label', cell.title);
}
function cellOf(event) {
  return event.target instanceof Element ? event.target.closest('table.cells td') : null;
}
function focusCell(cell) {
  makeReachable(cell);
  describe(cell);
  cell.focus();
}
function openPolicy(cell) {
  const address = '#' + cell.parentNode.dataset.policy;
  if (location.hash === address) fromAddress();
  location.hash = address;
}
const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
function neighbour(cell, step) {
  const row = cell.parentNode;
  if (step[1] !== 0) return row.querySelectorAll('td')[cell.cellIndex - 1 + step[1]];
  const visible = visibleRows(row.closest('table'));
  return visible[visible.indexOf(row) + step[0]]?.cells[cell.cellIndex];
}
document.addEventListener('keydown', function (event) {
  const cell = cellOf(event);
  if (cell === null) return;
  if (event.key === 'Enter') openPolicy(cell);
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = neighbour(cell, step);
  if (next) focusCell(next);
});
document.addEventListener('click', function (event) {
  const cell = cellOf(event);
  if (cell === null) return;
  focusCell(cell);
  openPolicy(cell);
});
document.addEventListener('mouseover', function (event) {
  const cell = cellOf(event);
  if (cell !== null) describe(cell);
});
function add(parent, name, text, css) {
  const element = document.createElement(name);
  element.textContent = text;
  if (css) element.className = css;
  parent.appendChild(element);
  return element;
}
function causesOf(cell) {
  return cell.dataset.causes === undefined ? [] : cell.dataset.causes.split(' ');
}
function addCauses(parent, label, cell, other) {
  const known = new Set(causesOf(other));
  for (const cause of causesOf(cell)) {
    if (known.has(cause)) continue;
    const why = document.getElementById('cause-' + cause);
    add(parent, 'div', label + ': ' + (why === null ? 'see the JSON' : why.textContent));
  }
}
const left = document.getElementById('left');
const right = document.getElementById('right');
function showDifferences() {
  const place = document.getElementById('different');
  place.textContent = '';
  const a = left.value.split(':');
  const b = right.value.split(':');
  if (a[0] !== b[0]) {
    place.textContent = 'These subjects are of different kinds, so no policy applies to both.';
    return;
  }
  const labels = [left, right].map(function (each) { return each.selectedOptions[0].textContent; });
  const list = document.createElement('table');
  list.className = 'list';
  for (const row of tables[a[0]].querySelectorAll('tr[data-policy]')) {
    const cells = [row.cells[a[1]], row.cells[b[1]]];
    if (cells[0].textContent === cells[1].textContent) {
      if (cells[0].dataset.causes === cells[1].dataset.causes) continue;
    }
    const line = add(list, 'tr', '');
    add(add(line, 'td', ''), 'a', row.dataset.policy).href = '#' + row.dataset.policy;
    for (let i = 0; i !== 2; ++i) {
      const named = add(line, 'td', '');
      named.dataset.column = labels[i];
      add(named, 'span', cells[i].textContent === '' ? 'no case' : cells[i].textContent,
          'badge ' + (cells[i].className === 'none' ? 'skip' : cells[i].className));
    }
    const why = add(line, 'td', '');
    addCauses(why, 'only ' + labels[0], cells[0], cells[1]);
    addCauses(why, 'only ' + labels[1], cells[1], cells[0]);
  }
  add(place, 'p', list.rows.length + ' policies differ');
  place.appendChild(list);
}
for (const each of [left, right]) each.addEventListener('change', showDifferences);
let opened = [];
window.addEventListener('beforeprint', function () {
  opened = Array.from(document.querySelectorAll('details.part:not([open]):not([hidden])'))
      .filter(function (each) { return each.querySelector('.cause') !== null; });
  for (const each of opened) each.open = true;
});
window.addEventListener('afterprint', function () {
  for (const each of opened) each.open = false;
});
search.addEventListener('input', apply);
for (const box of boxes) box.addEventListener('change', apply);
window.addEventListener('hashchange', fromAddress);
apply();
showDifferences();
fromAddress();
)";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_STYLE_H_
