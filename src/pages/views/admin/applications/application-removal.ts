import { html } from "hono/html";

import { maxCounted } from "#oauth/applications/usage.ts";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import { countOf } from "../parts/counts.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

type Removal = {
  action: string;
  /** URL for canceling. */
  back: string;
  name: string;
  members: number;
};

/** Confirmation page. Posts `csrf`. */
export const applicationRemoval = (page: AdminPage, view: Removal): string => {
  const { remove: text } = textFor(page.locale).admin.applications;
  return adminLayout(page, {
    title: fillPlain(text.title, { name: view.name }),
    content: html`<h1>${fill(text.title, { name: foreign(view.name) })}</h1>
      <p class="lead">${text.explanation}</p>
      <p class="prose">${fillPlain(text.members, { count: countOf(page.locale, view.members, maxCounted.members) })}</p>
      <form method="post" action="${view.action}" class="actions">
        ${hidden("csrf", page.csrf)} ${button(text.submit, { look: "danger" })}
        <a class="button secondary" href="${view.back}">${text.cancel}</a>
      </form>`,
  });
};
