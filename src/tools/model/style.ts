/** Styles of the report: readable on a phone, in both themes and on paper. */
export const style = `
:root { color-scheme: light dark; --ink: light-dark(#17211b, #e6ede8); --soft: light-dark(#55635a, #a3b1a8); --ground: light-dark(#f7f9f6, #101512);
  --card: light-dark(#ffffff, #18201b); --line: light-dark(#dbe3dc, #2c3831); --good: light-dark(#1b6b3a, #6fd08f); --bad: light-dark(#a4262c, #ff8f8f);
  --good-ground: light-dark(#e3f3e8, #16301f); --bad-ground: light-dark(#fdeaea, #3a1b1d); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header, main { max-inline-size: 72rem; margin-inline: auto; padding: 1.5rem 1rem; }
.brand { margin: 0; color: var(--good); font-weight: 700; }
h1 { margin: 0 0 .75rem; font-size: 2rem; line-height: 1.2; }
h2 { margin: 0 0 .75rem; font-size: 1.3rem; }
h3 { margin: 1rem 0 .5rem; font-size: 1.05rem; }
h4 { margin: .75rem 0 .25rem; font-size: .95rem; }
section { margin-block-end: 1.5rem; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.verdict { display: inline-block; margin: 0; padding: .4rem .9rem; border-radius: .5rem; font-weight: 600; }
.verdict.good, .mark.good { color: var(--good); background: var(--good-ground); }
.verdict.bad, .mark.bad { color: var(--bad); background: var(--bad-ground); }
.facts { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 1rem 0; }
.facts dt { color: var(--soft); font-size: .85rem; }
.facts dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.again, .place, .case { color: var(--soft); }
nav a { margin-inline-end: 1rem; }
a { color: var(--good); }
code, pre { font: .85em/1.45 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; }
.wide { overflow-x: auto; }
table { inline-size: 100%; border-collapse: collapse; }
th, td { padding: .5rem 1rem .5rem 0; text-align: start; vertical-align: top; border-block-end: 1px solid var(--line); }
.number { text-align: end; font-variant-numeric: tabular-nums; }
.meter { display: inline-block; inline-size: 5rem; block-size: .55rem; margin-inline-end: .4rem; background: var(--line); border-radius: 1rem; overflow: hidden; vertical-align: middle; }
.meter > span { display: block; block-size: 100%; }
.meter.good > span { background: var(--good); }
.meter.bad > span { background: var(--bad); }
.mark { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .85rem; white-space: nowrap; }
details { border-block-start: 1px solid var(--line); }
summary { padding: .6rem 0; cursor: pointer; }
summary .tour { font-weight: 600; margin-inline-end: .5rem; }
summary > span { margin-inline-end: .5rem; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--good); outline-offset: 2px; }
.story { padding-inline-start: 2.2rem; }
.story li { margin-block-end: 1rem; padding-inline-start: .3rem; }
.story li::marker { font-weight: 600; color: var(--soft); }
.story p { margin: 0; }
.case { font-size: .85rem; }
img { max-inline-size: 100%; block-size: auto; border: 1px solid var(--line); border-radius: .4rem; }
.story img { inline-size: 18rem; }
.tests { list-style: none; padding: 0; }
.failure { border-inline-start: 4px solid var(--bad); padding-inline-start: 1rem; margin-block-end: 1.5rem; }
@media (min-width: 48rem) {
  .story li:has(img) > div { float: inline-start; inline-size: calc(100% - 20rem); }
  .story li:has(img)::after { content: ''; display: block; clear: both; }
  .story li > a { float: inline-end; }
}
@media print { details { break-inside: avoid; } }
`
