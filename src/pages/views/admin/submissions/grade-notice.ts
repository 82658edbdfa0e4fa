import { html, raw } from "hono/html";

import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import { hidden } from "../../parts/fields.ts";
import type { AdminPage } from "../layout.ts";
import { undoKey } from "./grade-keys.ts";
import {
  submissionAddress,
  type SubmissionNarrowing,
  submissionPath,
  submissionQuery,
} from "./submission-addresses.ts";

export type SubmissionNotice = keyof Catalogue["admin"]["resources"]["submissions"]["notice"];

interface Last {
  /** The submission that the notice is about. */
  last?: string | undefined;
  /** True if its student does not know yet. */
  isLastHeld?: boolean;
}

/** Says what was done, with a link to the graded submission, and a button to undo it as long as that is possible. */
export const gradeNotice = (
  page: AdminPage,
  kind: SubmissionNotice,
  { last, isLastHeld = false }: Last,
  narrowing: SubmissionNarrowing,
): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  const noticeText = isLastHeld && (kind === "graded" || kind === "returned") ? text.held[kind] : text.notice[kind];
  const link =
    last === undefined ? raw("") : html` <a href="${submissionAddress(last, narrowing)}">${text.openLast[kind]}</a>`;
  return html`<div class="notice" role="status">
    <p>${noticeText}${link}</p>
    ${last !== undefined && isLastHeld && undoForm(page, last, narrowing)}
  </div>`;
};

/** Posts `act` (undo) and the filters of the list. */
export const undoForm = (page: AdminPage, id: string, narrowing: SubmissionNarrowing): Markup => {
  const { submissions: text } = textFor(page.locale).admin.resources;
  return html`<form method="post" action="${submissionPath(id)}" class="actions">
    ${hidden("csrf", page.csrf)}
    ${Object.entries(submissionQuery(narrowing)).map(([name, value]) => hidden(name, value))}
    <button type="submit" class="button secondary" name="act" value="undo" data-key="u">${text.undo}</button>
    ${undoKey(page.locale)}
  </form>`;
};
