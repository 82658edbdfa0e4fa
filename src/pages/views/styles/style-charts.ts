/**
 * Charts: ink for the current period, a dashed grey line for the comparison, red for the last point. Lines and bars
 * have a contrast of at least 3:1 to the sheet (WCAG 1.4.11). No meaning depends on color alone.
 */
export const chartsStyle = `
:root { --area: #e9ece6; --was: #76817a; --whole: #c3cbc4; --point: #f0f2ed; }
@media (prefers-color-scheme: dark) {
  :root { --area: #242d28; --was: #8b968f; --whole: #48534d; --point: #1f2723; }
}
.chart { display: flex; margin-top: 0.25rem; font: 0.75rem/1 var(--sans); font-variant-numeric: tabular-nums; }
.chart svg { display: block; }
.chart text { fill: var(--soft); }
.chart .axis { flex: none; }
.chart .plot { flex: 1; min-width: 0; overflow: visible; }
.chart .rule { stroke: var(--rule); stroke-width: 1; }
.chart .base { stroke: var(--line); stroke-width: 1; }
.chart path { vector-effect: non-scaling-stroke; stroke-linecap: round; stroke-linejoin: round; fill: none; }
.chart .area { fill: var(--area); }
.chart .line { stroke: var(--ink); stroke-width: 2; }
.chart .cut { stroke-dasharray: 1 5; }
.chart .before { stroke: var(--was); stroke-width: 1.5; stroke-dasharray: 5 4; }
.chart .at rect { fill: var(--point); opacity: 0; mix-blend-mode: multiply; }
.chart .dot { fill: var(--ink); stroke: var(--paper); stroke-width: 1.5; opacity: 0; }
.chart .was { fill: var(--was); }
.chart .last { fill: var(--rubric); opacity: 1; }
.chart .readout { fill: var(--ink); stroke: var(--paper); stroke-width: 4; stroke-linejoin: round; paint-order: stroke; opacity: 0; }
.chart .at:hover rect, .chart .at:hover .dot, .chart .at:hover .readout { opacity: 1; }
.chart .at { pointer-events: none; }
.chart .at rect { pointer-events: all; }

.period { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 2rem; margin-top: 0.75rem; padding-top: 0.5rem; border-block: 1px solid var(--rule); font-size: 0.9375rem; }
.period > details[open] { flex: 1 0 100%; }
.against { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; }
.key { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 0.75rem; color: var(--soft); font-size: 0.875rem; }
.key li { display: flex; align-items: center; gap: 0.5rem; }
.key svg { flex: none; }
.key line { stroke: var(--ink); stroke-width: 2; }
.key .before { stroke: var(--was); stroke-dasharray: 5 4; }
.key .cut { stroke-dasharray: 1 5; stroke-linecap: round; }

.panels { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; margin-top: 1.5rem; }
.panel { min-width: 0; }
.panel h3 { font: italic 1rem/1.5 var(--serif); color: var(--soft); }
:lang(zh) .panel h3 { font-style: normal; line-height: 1.75; }
.panel h3 a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.amount { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; }
.amount .value { font: 1.75rem/1.2 var(--serif); font-variant-numeric: lining-nums tabular-nums; letter-spacing: -0.01em; }
.amount .change { color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.amount .change b { color: var(--ink); }
.numbers summary { color: var(--soft); font-size: 0.875rem; }
.numbers table, .measures { width: 100%; border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.numbers th, .numbers td, .measures th, .measures td { padding: 0.375rem 0; border-bottom: 1px solid var(--rule); font-weight: 400; text-align: end; vertical-align: baseline; }
.numbers th:first-child, .measures th:first-child { text-align: start; overflow-wrap: anywhere; }
.numbers th + *, .numbers td + *, .measures th + *, .measures td + * { padding-inline-start: 0.75rem; }
.numbers thead th, .measures thead th { color: var(--soft); border-bottom: 2px solid var(--line); vertical-align: bottom; }
.measures { margin-top: 1rem; font-size: 0.9375rem; }
.measures tbody th, .measures td { padding-block: 0.625rem; }
.measures .part th { padding: 1.75rem 0 0.375rem; font: 600 1.0625rem/1.4 var(--serif); }
.measures caption { padding-bottom: 0.25rem; color: var(--soft); text-align: start; }
.measures .total > * { font-weight: 600; }
.figures tbody th, .figures td { padding-block: 0; height: 2.75rem; vertical-align: middle; }
.figures a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.figures .value { font: 1.1875rem/1.2 var(--serif); font-variant-numeric: lining-nums tabular-nums; }
.figures .was { color: var(--soft); }
.figures td, .funnel td, .measures td:last-child { white-space: nowrap; }
.funnel td { min-width: 3.5rem; }
.tallies { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: 0.75rem 1.25rem; }
.tallies dt { color: var(--soft); font-size: 0.875rem; }
.tallies dd { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.tallies.large { grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1rem 1.5rem; margin-top: 0.75rem; }
.period + .rows { margin-top: 0; border-top: 0; }
.tallies.large dd { font: 1.375rem/1.3 var(--serif); font-variant-numeric: lining-nums tabular-nums; }
.tallied { grid-template-columns: minmax(0, 1fr); row-gap: 0.5rem; }
@media (max-width: 40rem) {
  .figures .was { display: none; }
}
.measures .bar { margin-top: 0.375rem; }
.bar { display: block; }
.bar .track { stroke: var(--rule); }
.bar .full { fill: var(--ink); }
.bar .whole { fill: var(--whole); }
@media (min-width: 40rem) {
  .panels { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.25rem 2.5rem; }
  .panels > :first-child:nth-last-child(odd) { grid-column: 1 / -1; }
}
@media (forced-colors: active) {
  .chart .line, .chart .base, .key line { stroke: CanvasText; }
  .chart .before, .key .before { stroke: GrayText; }
  .chart text, .bar .full { fill: CanvasText; }
  .bar .whole { fill: GrayText; }
}
@media print {
  .desk > nav, .desk > details, .desk .views, .period details, .against, .numbers, .chart .at text, .chart .at rect { display: none; }
  .desk .sheet { max-width: none; width: 100%; padding: 0; border: 0; }
  .panel, .measures tr { break-inside: avoid; }
}
`;
