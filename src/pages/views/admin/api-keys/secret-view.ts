import { html } from "hono/html";

import { timestamp } from "#pages/views/parts/dates.ts";
import { fill, fillPlain, foreign, type Markup } from "#pages/views/parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type SecretView = {
  /** `title` may contain the placeholder `name`. */
  text: { title: string; once: string; intro: string; label: string; until: string; done: string };
  name: string;
  /** Name of the owner. */
  of: Markup;
  secret: string;
  /** Expiry of the previous secret. */
  until: Date | null;
  /** URL of the next page. */
  next: string;
};

/** Displays a new secret once. */
export const secretView = (page: AdminPage, { text, name, of, secret, until, next }: SecretView): string =>
  adminLayout(page, {
    title: fillPlain(text.title, { name }),
    content: html`<h1>${fill(text.title, { name: foreign(name) })}</h1>
      <div class="notice grave" role="status">
        <p><strong>${text.once}</strong></p>
        <p>${text.intro}</p>
      </div>
      <dl class="entries stacked">
        ${of}
        <div class="entry">
          <dt>${text.label}</dt>
          <dd class="mono copied foreign">${secret}</dd>
        </div>
      </dl>
      ${until && html`<p class="after">${fill(text.until, { time: timestamp(page, until) })}</p>`}
      <p class="after"><a class="button primary" href="${next}">${text.done}</a></p>`,
  });
