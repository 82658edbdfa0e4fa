/** Elements of the outline: sections and lectures are list items with `data-part`. */
export const partSelector = "[data-part]";

export const partOf = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof Element ? (target.closest<HTMLElement>(partSelector) ?? undefined) : undefined;

export const idOf = (part: HTMLElement): string => part.dataset["part"] ?? "";

export const titleOf = (part: HTMLElement): string => part.dataset["title"] ?? "";

export const isSection = (part: Element): boolean => part.classList.contains("section-of-outline");

/** The list that a part is in. */
export const listOf = (part: HTMLElement): HTMLElement | undefined =>
  part.parentElement instanceof HTMLElement ? part.parentElement : undefined;

/** The ID of the section of a lecture. */
export const sectionOf = (part: HTMLElement): string => listOf(part)?.dataset["lectures"] ?? "";

export function sibling(part: HTMLElement, by: -1 | 1): HTMLElement | undefined {
  const other = by === 1 ? part.nextElementSibling : part.previousElementSibling;
  return other instanceof HTMLElement ? other : undefined;
}

/** The list of lectures of the section before or after that of a lecture. */
export function neighborList(part: HTMLElement, by: -1 | 1): HTMLElement | undefined {
  const section = part.closest<HTMLElement>(".section-of-outline");
  const other = section && sibling(section, by);
  return other?.querySelector<HTMLElement>("[data-lectures]") ?? undefined;
}

/** The place of a part, so that it can be put back. */
export interface Place {
  list: HTMLElement;
  before: HTMLElement | null;
}

export function placeOf(part: HTMLElement): Place | undefined {
  const list = listOf(part);
  return list && { list, before: sibling(part, 1) ?? null };
}

export function put(part: HTMLElement, { list, before }: Place): void {
  list.insertBefore(part, before?.parentElement === list ? before : null);
}

/** Makes the element of a row that the server has rendered and escaped. */
export function rowOf(html: string): HTMLElement | undefined {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const row = holder.content.querySelector<HTMLElement>(partSelector);
  return row ? document.importNode(row, true) : undefined;
}
