import type { OutlineCounts } from "./outline-answer.ts";

/** Shows counts and durations as the server counts them, and the sections to which lectures can move. */
export function showCounts(root: HTMLElement, { total, way, sections }: OutlineCounts): void {
  const line = document.querySelector("#total-of-outline");
  if (line) line.textContent = total;
  const place = document.querySelector<HTMLElement>("#way-of-course");
  // Markup that the server has rendered and escaped.
  if (place && place.dataset["shown"] !== way) place.innerHTML = way;
  if (place) place.dataset["shown"] = way;
  for (const { id, length } of sections) {
    const duration = root.querySelector(`[data-part="${CSS.escape(id)}"] > .head-of-part .length-of-part`);
    if (duration && duration.textContent !== length) duration.textContent = length;
  }
  const select = root.querySelector<HTMLSelectElement>("#bar-section");
  if (!select) return;
  const selected = select.value;
  select.replaceChildren(...sections.map(({ id, title }) => new Option(title, id, false, id === selected)));
}
