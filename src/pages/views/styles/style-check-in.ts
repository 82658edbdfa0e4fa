/** Check-in at the door, with large targets for a phone, and the progress of imports. */
export const checkInStyle = `
.tally { margin-top: var(--s16); font-size: var(--t20); font-weight: 600; font-variant-numeric: tabular-nums; }
.tally + progress { width: 100%; max-width: 40rem; height: 0.5rem; accent-color: var(--green-text); }
.seek-guests { max-width: 40rem; margin-top: var(--s16); }
.seek-guests .parts-of-field { flex-wrap: nowrap; align-items: stretch; }
.seek-guests input { flex: 1 1 auto; min-width: 0; min-height: 2.75rem; font-size: var(--t16); }
.seek-guests .button, .guests .button { flex: none; min-height: 2.75rem; }
.guests { max-width: 40rem; margin: var(--s12) 0 0; padding: 0; border-top: 1px solid var(--n5); list-style: none; }
.guests > li { display: flex; align-items: center; justify-content: space-between; gap: var(--s12); padding-block: var(--s8); border-bottom: 1px solid var(--n5); }
.guests > li > div { min-width: 0; overflow-wrap: anywhere; }
.guests .facts { margin: 0; font-size: var(--t13); }
.of-check-in { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s8); }
.of-check-in p { min-width: 0; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.console .notice[data-tone="wait"] { border-color: var(--amber-border); background: var(--amber-fill); color: var(--amber-text); }
.counts { display: flex; flex-wrap: wrap; gap: var(--s8) var(--s24); margin-top: var(--s12); }
.counts dt { color: var(--soft); font-size: var(--t13); }
.counts dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.of-columns .grid select { width: 100%; min-width: 12rem; }
.of-columns { margin-top: var(--s16); }
.of-columns > .field { max-width: 24rem; }
.of-columns .actions { display: flex; flex-wrap: wrap; gap: var(--s8); }
.calendar { display: grid; gap: var(--s8); margin: var(--s12) 0 0; padding: 0; list-style: none; }
.calendar > li { min-width: 0; padding: var(--s8); border: 1px solid var(--n5); border-radius: var(--r6); font-size: var(--t13); overflow-wrap: anywhere; }
.calendar > li.today { border-color: var(--accent-text); }
.calendar h3 { margin: 0; font: inherit; font-weight: 600; }
.calendar p { margin: var(--s4) 0 0; }
.calendar ul { display: grid; gap: var(--s4); margin: var(--s4) 0 0; padding: 0; list-style: none; }
.calendar li > ul > li { padding: var(--s4) var(--s8); border-radius: 4px; background: var(--accent-fill); color: var(--accent-text); }
.calendar li > ul > li a { color: inherit; }
.open-hours { color: var(--green-text); font-variant-numeric: tabular-nums; }
@media (max-width: 59.99rem) { .calendar > li.nothing { display: none; } }
@media (min-width: 60rem) {
  .calendar { grid-template-columns: repeat(7, minmax(0, 1fr)); }
  .calendar > li { min-height: 6rem; }
  .calendar > li.outside { background: var(--n2); }
  .calendar > li.outside h3 { color: var(--soft); font-weight: 400; }
}
.camera { display: block; width: 100%; max-width: 24rem; margin-top: var(--s8); border-radius: var(--r10); background: #000; }
`;
