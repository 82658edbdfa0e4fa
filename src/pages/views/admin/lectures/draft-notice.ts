import { html } from "hono/html";

import { lectureAddress } from "../../../admin/lectures/addresses.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

interface DraftLecture {
  id: string;
  /** The page that follows, if it is not the editor of the lecture. */
  next?: "quiz";
}

/** Says that students do not see the lecture, with a button that publishes it as it is saved. */
export const draftNotice = ({ locale, csrf }: AdminPage, { id, next }: DraftLecture): Markup => {
  const { lectures: text } = textFor(locale).admin;
  return html`<form method="post" action="${lectureAddress("publish", id)}" class="notice draft-of-lecture">
    ${hidden("csrf", csrf)} ${next === undefined ? "" : hidden("next", next)}
    <p>${text.unpublished}</p>
    ${button(text.publishLecture, { look: "secondary" })}
  </form>`;
};
