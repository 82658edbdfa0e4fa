import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { layout } from "./layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type Message = {
  kind: keyof ReturnType<typeof textFor>["signUp"]["message"];
  /** Address that the text names. */
  email?: string | undefined;
  /** URL of the next page. */
  href: string;
};

/** Message page: a sent email, a completed action or an unavailable feature. */
export const message = (page: PageContext, { kind, email = "", href }: Message): string => {
  const text = textFor(page.locale).signUp.message[kind];
  const values = { email: html`<strong>${foreign(email)}</strong>`, site: foreign(page.site.name) };
  return layout(page, {
    title: text.title,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, values)}</p>
      <p class="prose">${fill(text.more, values)}</p>
      <p class="after"><a class="button secondary" href="${href}">${text.action}</a></p>`,
  });
};
