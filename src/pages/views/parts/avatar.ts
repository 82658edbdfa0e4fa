import { html } from "hono/html";

import type { Markup } from "./markup.ts";

type Face = {
  name: string | null;
  pictureUrl: string | null;
  /** A number from 0 to 7: the color of people without a picture. */
  tone: number;
};

/** The picture of a person, or their initials. Hidden from screen readers, because the name is next to it. */
export const avatar = ({ name, pictureUrl, tone }: Face): Markup =>
  pictureUrl === null
    ? html`<span class="face tone-${tone}" aria-hidden="true">${initialsOf(name)}</span>`
    : html`<img class="face" src="${pictureUrl}" alt="" width="40" height="40" loading="lazy" />`;

/** `Ana Lima` is AL, `王小明` is 王. */
function initialsOf(name: string | null): string {
  const words = (name ?? "").split(/\s+/u).filter((word) => word !== "");
  const [first = "", ...others] = words.map((word) => [...word][0] ?? "");
  if (/\p{Script=Han}|\p{Script=Hangul}/u.test(first)) return first;
  return `${first}${others.at(-1) ?? ""}`.toUpperCase() || "?";
}
