import { html } from "hono/html";

import { applicationsPath } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { secretView } from "../api-keys/secret-view.ts";

type Named = { id: string; name: string };

/** `until`: expiry of the previous secret. */
export const madeSecret = (page: AdminPage, view: Named & { secret: string; until: Date | null }): string => {
  const { secret: text, show } = textFor(page.locale).admin.applications;
  return secretView(page, {
    ...view,
    text: { ...text, title: text.made },
    of: html`<div class="entry">
      <dt>${show.clientId}</dt>
      <dd class="mono copied foreign">${view.id}</dd>
    </div>`,
    next: `${applicationsPath}/${view.id}`,
  });
};

/** Confirmation page. Posts `csrf` and the displayed `version`. */
export const secretReplacement = (
  page: AdminPage,
  view: Named & { version: number; previousUntil: Date | null },
): string => {
  const { secret: text, form } = textFor(page.locale).admin.applications;
  const address = `${applicationsPath}/${view.id}`;
  return adminLayout(page, {
    title: fillPlain(text.title, { name: view.name }),
    content: html`<h1>${fill(text.title, { name: foreign(view.name) })}</h1>
      <p class="lead">${text.explanation}</p>
      <p class="prose">${text.leaked}</p>
      ${
        view.previousUntil &&
        html`<p class="prose">
          <strong>${fill(text.previous, { time: timestamp(page, view.previousUntil) })}</strong>
        </p>`
      }
      <form method="post" action="${address}/secret" class="actions">
        ${hidden("csrf", page.csrf)} ${hidden("version", String(view.version))}
        ${button(text.submit, { look: "primary" })}
        <a class="button secondary" href="${address}">${form.cancel}</a>
      </form>`,
  });
};
