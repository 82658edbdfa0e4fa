import { html } from "hono/html";

import { textFor } from "../text/catalogue.ts";
import { layout, type PageContext } from "./layout.ts";

/** After signing out. Says what signing out does not do: applications keep what they were allowed. */
export const signedOut = (page: PageContext): string => {
  const { signedOut: text } = textFor(page.locale);
  return layout(page, {
    title: text.title,
    width: "narrow",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${text.detail}</p>
      <p class="after"><a class="button primary" href="/sign-in">${text.again}</a></p>`,
  });
};
