/** The player of lectures. It is dark in both color schemes, as the picture is. */
export const playerStyle = `
l-player { display: block; position: relative; background: #14171a; color: #f4f5f6; border-radius: var(--radius, 6px); overflow: clip; }
l-player:not(.ready) { background: none; }
l-player video { display: block; width: 100%; aspect-ratio: 16 / 9; border: 0; background: #000; }
l-player.video.ready video { cursor: pointer; }
l-player audio { display: block; width: 100%; }
l-player.ready audio { display: none; }
l-player:fullscreen { display: grid; grid-template-rows: minmax(0, 1fr) auto; border-radius: 0; }
l-player:fullscreen video { height: 100%; aspect-ratio: auto; }
.controls { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 0.5rem; padding: 0 0.5rem 0.25rem; }
.controls .group { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem; min-width: 0; }
.controls button { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; padding: 0; border: 0; border-radius: 6px; background: none; color: inherit; cursor: pointer; }
.controls :is(button, select):hover { background: rgb(255 255 255 / 0.14); }
.controls :is(button, select, input):focus-visible { outline: 2px solid #fff; outline-offset: -2px; }
.controls svg { width: 1.5rem; height: 1.5rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.controls .filled { fill: currentColor; stroke: none; }
.controls .time { padding-inline: 0.375rem; font-size: 0.875rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.controls select { width: auto; max-width: 9rem; min-height: 2.75rem; padding: 0 0.5rem; border: 0; border-radius: 6px; background: none; color: inherit; font-size: 0.875rem; text-overflow: ellipsis; cursor: pointer; }
.controls option { background: #14171a; color: #f4f5f6; }
.controls .seek { appearance: none; flex: 1 0 100%; width: 100%; max-width: none; min-height: 0; height: 1.5rem; margin: 0.25rem 0 0; padding: 0; border: 0; background: none; cursor: pointer; --done: 0%; }
.seek::-webkit-slider-runnable-track { height: 5px; border-radius: 3px; background: linear-gradient(to right, #f4f5f6 var(--done), #5c6269 var(--done)); }
.seek:dir(rtl)::-webkit-slider-runnable-track { background: linear-gradient(to left, #f4f5f6 var(--done), #5c6269 var(--done)); }
.seek::-moz-range-track { height: 5px; border-radius: 3px; background: #5c6269; }
.seek::-moz-range-progress { height: 5px; border-radius: 3px; background: #f4f5f6; }
.seek::-webkit-slider-thumb { appearance: none; width: 15px; height: 15px; margin-top: -5px; border: 0; border-radius: 50%; background: #fff; }
.seek::-moz-range-thumb { width: 15px; height: 15px; border: 0; border-radius: 50%; background: #fff; }
.start { position: absolute; inset: 0 0 auto; aspect-ratio: 16 / 9; display: grid; place-items: center; cursor: pointer; }
.start::before { content: ""; grid-area: 1 / 1; width: 4.5rem; height: 4.5rem; border-radius: 50%; background: rgb(20 23 26 / 0.82); box-shadow: 0 0 0 2px rgb(255 255 255 / 0.85); }
.start::after { content: ""; grid-area: 1 / 1; z-index: 1; margin-inline-start: 0.375rem; border: solid transparent; border-width: 0.875rem 0 0.875rem 1.375rem; border-left-color: #fff; }
.start:hover::before { background: #14171a; }
.next-up { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem; padding: 0.875rem 1rem 1rem; border-top: 1px solid #3a4046; }
.next-up p { margin: 0; overflow-wrap: anywhere; }
.next-up .actions { gap: 0.5rem; }
.next-up .button { min-height: 2.75rem; border-color: #f4f5f6; }
.next-up .button.primary { background: #f4f5f6; color: #14171a; }
.next-up .button.secondary { background: none; color: #f4f5f6; }
.next-up .button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
.chapters [aria-current] { font-weight: 600; }
.transcript { margin-top: 1.5rem; }
.member .transcript h2 { display: inline; margin: 0; }
.transcript > summary { display: flex; gap: 0.75rem; width: fit-content; text-decoration: none; }
.transcript > summary::after { content: ""; width: 0.4375rem; height: 0.4375rem; margin-top: -0.25rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; rotate: 45deg; }
.transcript[open] > summary::after { margin-top: 0.25rem; rotate: 225deg; }
.transcript .field { max-width: 24rem; }
@media (scripting: none) { .transcript { display: none; } }
/* The controls take the place that is kept for them. */
@media (scripting: enabled) {
  l-player.awaited:not(.ready) { background: #14171a; padding-bottom: 4.75rem; }
  l-player.audio.awaited:not(.ready) { height: 4.75rem; padding: 0; }
}
.lines { position: relative; max-height: 22rem; margin: 0.75rem 0 0; padding: 0.25rem; overflow-y: auto; border: 1px solid var(--rule); border-radius: var(--radius, 6px); list-style: none; }
.lines button { display: grid; grid-template-columns: 3.75rem minmax(0, 1fr); gap: 0.5rem; width: 100%; min-height: 2.75rem; padding: 0.5rem; border: 0; border-radius: 4px; background: none; color: inherit; font: inherit; text-align: start; overflow-wrap: anywhere; cursor: pointer; }
.lines button:hover span:last-child { text-decoration: underline; }
.lines .count { color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; line-height: 1.7; }
.lines [aria-current] { background: color-mix(in srgb, var(--rubric) 14%, transparent); font-weight: 600; }
.lines [aria-current] .count { color: inherit; }
.reached { margin-top: 1.25rem; padding: 0.75rem 1rem; border-inline-start: 3px solid var(--rubric); background: color-mix(in srgb, var(--rubric) 8%, transparent); overflow-wrap: anywhere; }
#section-done .reached { margin-block: 1rem; }
.syllabus > summary > span { flex: none; }
.slim { flex: 1; width: 100%; min-width: 3rem; height: 4px; border: 0; border-radius: 2px; background: var(--rule); }
.slim::-webkit-progress-bar { background: var(--rule); }
@media (max-width: 39.99rem) {
  .controls select { max-width: 5.5rem; padding: 0 0.125rem; }
  .controls .group { gap: 0; }
  .video .controls .group { flex: 1 0 100%; }
  .controls .group:last-child { justify-content: flex-end; }
  .controls { padding-inline: 0.25rem; }
  l-player.video.awaited:not(.ready) { padding-bottom: 7.5rem; }
  :root:has(#finish .button) { scroll-padding-bottom: 9rem; }
  #finish:has(.button.primary) { position: sticky; bottom: 0; z-index: 2; margin-inline: calc(-1 * clamp(1.25rem, 5vw, 2.5rem)); padding: 0.625rem clamp(1.25rem, 5vw, 2.5rem); background: var(--paper); border-top: 1px solid var(--rule); }
  #finish:has(.button.primary) .finish { margin-top: 0; gap: 0.375rem 0.75rem; }
  #finish:has(.button.primary) .finish > .soft { flex: 1 1 9rem; font-size: 0.875rem; }
  #finish .button.primary { order: 1; flex: 1 0 100%; min-height: 2.75rem; }
  #finish .button.primary + .button.secondary { border: 0; padding: 0; min-height: 2.75rem; background: none; color: inherit; font-size: 0.875rem; text-decoration: underline; }
}
@media (prefers-reduced-motion: no-preference) {
  .controls button, .start::before { transition: background-color 120ms; }
}
`;
