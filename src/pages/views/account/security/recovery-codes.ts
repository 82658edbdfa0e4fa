import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { copyButton } from "../../parts/copy-button.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";

/** Shows new recovery codes. No other page ever shows them. */
export const recoveryCodes = (
  page: PageContext & { member: Person },
  { codes }: { codes: readonly string[] },
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
      <p class="after"><a class="button primary" href="/account/security">${text.done}</a></p>`,
  });
};
