import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";

export interface PreviewBanner {
  /** Undefined for staff who do not edit the course. */
  editor: string | undefined;
  /** The preview with the changes of the editor, or without them. */
  other: string | undefined;
  showsDraft: boolean;
  /** Why the changes cannot be shown. */
  refusal: string | undefined;
  isVisible: boolean;
}

/** Says above a preview what it shows, and leads back. */
export const previewBanner = ({ locale }: PageContext, view: PreviewBanner): Markup => {
  const { student: text } = textFor(locale).admin.lectures;
  return html`<aside class="notice preview-banner" aria-label="${text.title}">
    <p>${view.showsDraft ? text.draft : text.live}</p>
    ${view.refusal !== undefined && html`<p>${fill(text.refused, { problem: foreign(view.refusal) })}</p>`}
    ${!view.isVisible && html`<p>${text.unpublished}</p>`}
    <ul class="acts">
      ${view.editor !== undefined && html`<li><a href="${view.editor}">${text.back}</a></li>`}
      ${
        view.other !== undefined &&
        html`<li><a href="${view.other}">${view.showsDraft ? text.withoutDraft : text.withDraft}</a></li>`
      }
    </ul>
  </aside>`;
};
