import { formatNumber } from "#lib/text/formats.ts";
import { html } from "hono/html";

import type { Scope } from "#access/scopes.ts";
import type { Review } from "#oauth/metadata-documents/review.ts";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import { choices } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { scopePicker } from "../api-keys/scope-picker.ts";

export type DocumentReview = {
  action: string;
  /** URL for canceling. */
  back: string;
  name: string;
  /** Displayed version, which the review applies to. */
  version: number;
  /** Redirect URIs that the review applies to. The document may have changed since the last page view. */
  redirectUris: readonly string[];
  decision: Review;
  /** Selectable scopes. Empty if the decision grants all. */
  offered: readonly Scope[];
  picked: readonly Scope[];
  /** The form was submitted without a scope. */
  nonePicked: boolean;
  /** Number of members who must authorize the application again. */
  endsFor: number;
};

/** Review form with an explanation of the decision. Posts `csrf`, `version` and each selected scope. */
export const documentReview = (page: AdminPage, view: DocumentReview): string => {
  const { review: text, show, decisions, problem: notSaved } = textFor(page.locale).admin.documents;
  const title = text[`${view.decision}Title`];
  return adminLayout(page, {
    title: fillPlain(title, { name: view.name }),
    problem: view.nonePicked,
    content: html`<h1>${fill(title, { name: foreign(view.name) })}</h1>
      ${view.nonePicked && problem("problem", notSaved)}
      <p class="lead">${fill(text[`${view.decision}About`], { site: foreign(page.site.name) })}</p>
      ${
        view.endsFor !== 0 &&
        html`<p class="prose">${fillPlain(text.ends, { count: formatNumber(page.locale, view.endsFor) })}</p>`
      }
      <h2>${show.redirects}</h2>
      <ul>
        ${view.redirectUris.map((uri) => html`<li class="mono foreign">${uri}</li>`)}
      </ul>
      <form method="post" action="${view.action}" class="stack">
        ${hidden("csrf", page.csrf)} ${hidden("version", String(view.version))}
        ${
          view.offered.length !== 0 &&
          choices(
            { name: "scopes", label: text.scopes, problem: view.nonePicked ? text.none : undefined },
            scopePicker(page.locale, view.offered, view.picked),
          )
        }
        <div class="actions">
          ${button(decisions[view.decision], { look: "primary" })}
          <a class="button secondary" href="${view.back}">${text.cancel}</a>
        </div>
      </form>`,
  });
};
