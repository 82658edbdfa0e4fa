import { html } from "hono/html";

import { typedKeys } from "#lib/json/typed-object.ts";

import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

/** Sentences for an assistant that is connected to the school, to copy. `connect`: the page that connects one. */
export const assistantView = (
  page: AdminPage,
  { course, address, connect }: { course: string; address: string; connect: string | undefined },
): Markup => {
  const { agents, course: texts } = textFor(page.locale).admin;
  const { assistant: text } = texts;
  const server = `${page.site.origin}/mcp/connect`;
  return html`<section aria-labelledby="assistant" data-copy-label="${agents.copy}" data-copied="${agents.copied}">
    <h2 id="assistant">${text.title}</h2>
    <p class="hint">${text.about}</p>
    ${typedKeys(text.sentences).map(
      (topic) =>
        html`<details class="rare">
          <summary>${text.topics[topic]}</summary>
          <pre class="source" data-name="${text.topics[topic]}">
${fillPlain(text.sentences[topic], { course, address, server })}</pre>
        </details>`,
    )}
    ${connect !== undefined && html`<p class="ways"><a href="${connect}">${text.connect}</a></p>`}
  </section>`;
};
