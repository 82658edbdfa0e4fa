import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import { submissionAddress, type SubmissionNarrowing } from "./submission-addresses.ts";

export type SubmissionNotice = keyof Catalogue["admin"]["resources"]["submissions"]["notice"];

/** Says what was done, with a link to the graded submission, where the grade can be changed. */
export const gradeNotice = (
  locale: Locale,
  kind: SubmissionNotice,
  last: string | undefined,
  narrowing: SubmissionNarrowing,
): Markup => {
  const { submissions: text } = textFor(locale).admin.resources;
  const link =
    last === undefined ? raw("") : html` <a href="${submissionAddress(last, narrowing)}">${text.openLast[kind]}</a>`;
  return html`<div class="notice" role="status"><p>${text.notice[kind]}${link}</p></div>`;
};
