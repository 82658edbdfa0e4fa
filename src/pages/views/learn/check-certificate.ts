import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { button, field, problem } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

export type CheckCertificate = {
  /** Serial number without a certificate. */
  unknown?: string | undefined;
};

/** Verification form. Sends `serial` as a query parameter. */
export const checkCertificate = (page: PageContext, { unknown }: CheckCertificate): string => {
  const text = textFor(page.locale).learn.certificate;
  const isUnknown = unknown !== undefined;
  return layout(page, {
    title: text.check.title,
    problem: isUnknown,
    width: "narrow",
    content: html`<h1>${text.check.title}</h1>
      <p class="lead">${fill(text.check.lead, { site: foreign(page.site.name) })}</p>
      ${isUnknown && problem("problem", fill(text.check.unknown, { site: foreign(page.site.name) }))}
      <form method="get" action="/certificates" class="stack">
        ${field({
          name: "serial",
          label: text.serial,
          type: "text",
          autocomplete: "off",
          value: unknown,
          focused: isUnknown,
          invalid: isUnknown,
          describedBy: isUnknown ? "problem" : undefined,
        })}
        ${button(text.check.submit, { look: "primary" })}
      </form>`,
  });
};
