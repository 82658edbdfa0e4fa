import { hash } from "node:crypto";
import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "./fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign } from "./markup.ts";

export type FormPost = {
  action: string;
  /** Recognizable destination: a host. */
  host: string;
  fields: Record<string, string>;
};

const source = 'document.getElementById("response").submit();';

/** The only script of these pages. The content security policy allows it by hash. */
export const submitScript = {
  // Not formatted, because whitespace would change the hash.
  element: `<script>${source}</script>`,
  hash: `sha256-${hash("sha256", source, "base64")}`,
};

/** Posts the response to the client automatically, or by a button without scripts (Form Post Response Mode §4). */
export const formPost = (page: PageContext, { action, host, fields }: FormPost): string => {
  const { formPost: text } = textFor(page.locale).authorization;
  return layout(page, {
    title: fillPlain(text.title, { host }),
    width: "narrow",
    head: "bare",
    content: html`<h1>${fill(text.title, { host: foreign(host) })}</h1>
      <p class="lead">${text.lead}</p>
      <form id="response" method="post" action="${action}" class="after">
        ${Object.entries(fields).map(([name, value]) => hidden(name, value))}
        ${button(text.submit, { look: "primary" })}
      </form>
      ${raw(submitScript.element)}`,
  });
};
