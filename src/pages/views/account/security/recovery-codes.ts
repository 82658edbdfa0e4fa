import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { copyButton } from "../../parts/copy-button.ts";
import { button, hidden } from "../../parts/fields.ts";
import { layout } from "../../frame/layout.ts";
import type { Markup } from "../../parts/markup.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";

/** The page that follows, or the target of a form of an ended session, which is shown again. */
export type AfterCodes = { next: string } | { action: string; unsaved: string };

/** Shows new recovery codes. No other page ever shows them. */
export const recoveryCodes = (
  page: PageContext & { member: Person },
  { csrf, codes, after }: { csrf: string; codes: readonly string[]; after: AfterCodes },
): string => {
  const { codes: text } = textFor(page.locale).security;
  return layout(page, {
    title: text.title,
    width: "narrow",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${text.lead}</p>
      <ul id="codes" class="recovery-codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      ${copyButton(codes.join("\n"), { shownIn: "codes", label: text.copy, done: text.copied })}
      <p class="soft">${text.where}</p>
      ${goOn(text.done, csrf, after)}`,
  });
};

const goOn = (label: string, csrf: string, after: AfterCodes): Markup =>
  "next" in after
    ? html`<p class="after"><a class="button primary" href="${after.next}">${label}</a></p>`
    : html`<form method="post" action="${after.action}" class="after">
        ${hidden("csrf", csrf)} ${hidden("unsaved", after.unsaved)} ${button(label, { look: "primary" })}
      </form>`;
