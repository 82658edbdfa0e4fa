import type { OutlineReading } from "./outline-answer.ts";
import { idOf, isSection, partSelector } from "./parts.ts";

/** Milliseconds of work after which other work of the page gets a turn. */
const maxTask = 30;

/** Gives other work of the page a turn, if this work has taken long. */
function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxTask) return;
    await new Promise((next) => setTimeout(next));
    since = performance.now();
  };
}

/** The rows of a page with their marks. */
export const marksOf = (root: ParentNode): string =>
  [...root.querySelectorAll<HTMLElement>(partSelector)]
    .map((part) => `${idOf(part)}:${part.dataset["mark"] ?? ""}`)
    .join(" ");

interface Renewing {
  /** Makes a row of the page from that of the server. Undefined if it is none. */
  make: (html: string) => HTMLElement | undefined;
  turn: () => Promise<void>;
  /** Parts of the page before, by ID. */
  known: ReadonlyMap<string, HTMLElement>;
}

/** Brings the parts of a list up to those of the server: equal rows stay, others are replaced, moved or removed. */
export async function renewParts(
  list: HTMLElement,
  { sections }: OutlineReading,
  make: Renewing["make"],
): Promise<void> {
  const known = new Map([...list.querySelectorAll<HTMLElement>(partSelector)].map((part) => [idOf(part), part]));
  const renewing = { make, turn: takingTurns(), known };
  await renewList(list, sections, renewing);
  for (const { id, lectures } of sections) {
    const lectureList = list.querySelector<HTMLElement>(`[data-lectures="${CSS.escape(id)}"]`);
    if (lectureList) await renewList(lectureList, lectures, renewing);
  }
  const kept = new Set(sections.flatMap(({ id, lectures }) => [id, ...lectures.map((lecture) => lecture.id)]));
  for (const [id, part] of known) if (!kept.has(id)) part.remove();
}

async function renewList(
  list: HTMLElement,
  rows: readonly { id: string; html: string }[],
  { make, turn, known }: Renewing,
): Promise<void> {
  let cursor = list.firstElementChild;
  for (const { id, html } of rows) {
    const existing = known.get(id);
    const made = html === "" ? undefined : make(html);
    const row = existing && made ? renewRow(existing, made) : (existing ?? made);
    if (!row) continue;
    if (cursor === existing) cursor = row;
    // A row that has moved down is taken out: it finds its place below.
    if (cursor && cursor !== row && cursor.nextElementSibling === row) cursor.remove();
    else if (cursor !== row) list.insertBefore(row, cursor);
    cursor = row.nextElementSibling;
    await turn();
  }
}

/** Replaces what may have changed. The lectures of a section stay, with the text typed for a new one. */
export function renewRow(existing: HTMLElement, made: HTMLElement): HTMLElement {
  if (!isSection(existing)) {
    existing.replaceWith(made);
    return made;
  }
  existing.querySelector(".head-of-part")?.replaceWith(made.querySelector(".head-of-part") ?? "");
  for (const name of ["title", "status", "mark"]) existing.dataset[name] = made.dataset[name] ?? "";
  const [field, now] = [existing, made].map((one) => one.querySelector('.add-part input[name="title"]'));
  for (const name of ["aria-label", "placeholder"]) field?.setAttribute(name, now?.getAttribute(name) ?? "");
  return existing;
}
