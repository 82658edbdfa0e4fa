import { isSection, neighborList, partOf, placeOf, type Place, put, sibling } from "./parts.ts";

/** Moves the part with the focus by Alt and an arrow key. */
export function keysOf(root: HTMLElement, moved: (part: HTMLElement, from: Place) => void): void {
  root.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    const part = partOf(event.target);
    if (by === undefined || !event.altKey || !part) return;
    event.preventDefault();
    const from = placeOf(part);
    const focused = document.activeElement;
    stepBy(part, by);
    if (focused instanceof HTMLElement) focused.focus();
    part.scrollIntoView({ block: "nearest" });
    if (from) moved(part, from);
  });
}

/** Moves a part one step. A lecture leaves its section at the ends. */
export function stepBy(part: HTMLElement, by: -1 | 1): void {
  const other = sibling(part, by);
  const list = part.parentElement;
  if (other && list) put(part, { list, before: by === 1 ? (sibling(other, 1) ?? null) : other });
  if (other || isSection(part)) return;
  const next = neighborList(part, by);
  const first = next?.firstElementChild;
  if (next) put(part, { list: next, before: by === 1 && first instanceof HTMLElement ? first : null });
}
