// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_HTML_PAGE_H_
#define LOADSTONE_HARNESS_REPORT_HTML_PAGE_H_

namespace loadstone {

// The style and the script of the HTML report. They must not contain < > &, which would be written
// as character references.
inline constexpr char kHtmlStyle[] = R"(
:root { --pass: #2e7d32; --fail: #c62828; --warn: #955600; --waived: #00737d; --skip: #6b6b6b;
  --error: #6a1b9a; --page: #fff; --ink: #222; --dim: #666; --line: #ccc; --soft: #f6f6f6; --lost: #c62828;
  color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  :root { --page: #17191d; --ink: #e4e4e4; --dim: #a4a4a4; --line: #4a4d52; --soft: #24272c;
    --lost: #ff8a80; }
}
body { font: 15px/1.45 system-ui, sans-serif; max-width: 72rem; margin: 1.5rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--page); }
h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin-top: 2rem; }
table.facts td:first-child { color: var(--dim); padding-right: 1rem; white-space: nowrap;
  vertical-align: top; }
table.facts td { overflow-wrap: anywhere; }
.incomplete { border: 2px solid var(--error); padding: .5rem 1rem; }
.fault { border-left: 4px solid var(--line); padding-left: 1rem; margin-top: 1.5rem; }
.fault .says { font-weight: 600; }
.totals { font-size: 1.1rem; font-weight: 600; }
table.policies { border-collapse: collapse; width: 100%; }
table.policies td, table.policies th { text-align: left; vertical-align: top; padding: .15rem .6rem .15rem 0;
  overflow-wrap: anywhere; }
table.policies th { padding-top: .8rem; }
table.policies td:first-child { white-space: nowrap; }
.pass { background: var(--pass); } .fail { background: var(--fail); } .warn { background: var(--warn); }
.waived { background: var(--waived); } .skip { background: var(--skip); }
.error { background: var(--error); }
.filter { position: sticky; top: 0; background: var(--page); padding: .6rem 0;
  border-bottom: 1px solid var(--line); }
.filter input[type=search] { width: 20rem; max-width: 60%; font: inherit; }
.filter label, .filter output { display: inline-block; margin-left: 1rem; }
section.cause { border: 1px solid var(--line); border-left: 6px solid #999; padding: .2rem 1rem .8rem;
  margin: 1rem 0; border-radius: 4px; }
section.cause[data-verdict=fail] { border-left-color: var(--fail); }
section.cause[data-verdict=warn] { border-left-color: var(--warn); }
section.cause[data-verdict=error] { border-left-color: var(--error); }
section.cause h3 { font-size: 1rem; margin: .6rem 0 .2rem; }
.badge { color: #fff; border-radius: 3px; padding: 1px 6px; font-size: .85em; margin-right: .4rem; }
.statement { margin: .2rem 0; } .source { color: var(--dim); margin: 0 0 .5rem; font-size: .9em; }
pre, code { font: 12.5px/1.4 ui-monospace, monospace; }
pre { background: var(--soft); padding: .5rem; overflow: auto; max-height: 30rem; white-space: pre-wrap;
  overflow-wrap: anywhere; }
details { margin: .3rem 0; } summary { cursor: pointer; }
ul.tree, ul.tree ul { list-style: none; padding-left: 1.2rem; margin: 0; }
.chain { margin: .25rem 0; display: flex; flex-wrap: wrap; align-items: center; gap: .3rem; }
.chain b { font: 12.5px ui-monospace, monospace; min-width: 16rem; }
.chain span.box { border: 1px solid #888; border-radius: 3px; padding: 0 .4rem; background: var(--soft);
  font: 12px ui-monospace, monospace; }
.chain span.lost { color: var(--lost); }
a.link { font-size: .8rem; font-weight: normal; }
section.cause h3, section.cause p, summary { overflow-wrap: anywhere; }
section:target, tr:target, li:target { outline: 2px solid var(--ink); outline-offset: 2px; }
section, tr, li { scroll-margin-top: 6rem; }
@media (max-width: 40rem) {
  body { padding: 0 .5rem; }
  .filter label { margin-left: .5rem; }
  section.cause { padding: .1rem .5rem .5rem; }
  section.cause h3 { font-size: .9rem; }
  .chain b { min-width: 0; }
  table.facts td { display: block; }
  table.policies td:last-child { display: none; }
}
@media print {
  body { max-width: none; }
  .filter, a.link { display: none; }
  pre { max-height: none; }
  .badge { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
[hidden] { display: none; }
)";

inline constexpr char kHtmlScript[] = R"(
const search = document.getElementById('search');
const boxes = Array.from(document.querySelectorAll('.filter input[type=checkbox]'));
const causes = Array.from(document.querySelectorAll('section.cause'));
function apply() {
  const words = search.value.toLowerCase();
  const wanted = new Set(boxes.filter(function (box) { return box.checked; })
      .map(function (box) { return box.value; }));
  let shown = 0;
  for (const cause of causes) {
    const named = cause.textContent.toLowerCase().includes(words);
    cause.hidden = wanted.has(cause.dataset.verdict) ? !named : true;
    shown += cause.hidden ? 0 : 1;
  }
  for (const group of document.querySelectorAll('div.fault')) {
    group.hidden = group.querySelector('section.cause:not([hidden])') === null;
  }
  document.body.dataset.shown = shown;
  document.getElementById('shown').textContent = shown + ' of ' + causes.length + ' causes';
}
function fromAddress() {
  const word = decodeURIComponent(location.hash.slice(1));
  const target = word === '' ? null : document.getElementById(word);
  const box = boxes.find(function (each) { return each.value === word; });
  if (box) for (const each of boxes) each.checked = each === box;
  if (target !== null) for (const each of boxes) each.checked = true;
  search.value = box ? '' : target !== null ? '' : word;
  apply();
  if (target === null) return;
  for (let each = target.parentNode.closest('details'); each !== null;
       each = each.parentNode.closest('details')) {
    each.open = true;
  }
  target.scrollIntoView();
}
search.addEventListener('input', apply);
for (const box of boxes) box.addEventListener('change', apply);
window.addEventListener('hashchange', fromAddress);
fromAddress();
)";

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_HTML_PAGE_H_
