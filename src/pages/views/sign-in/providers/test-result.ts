import { html } from "hono/html";
import type { Role } from "#access/roles.ts";
import { textFor } from "../../../text/catalogue.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { notice, problem } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";

export interface TestResult {
  provider: string;
  /** The settings of the provider. */
  back: string;
  outcome:
    | { error: string }
    | { email: string | null; isProven: boolean; roles: readonly Role[]; claims: Readonly<Record<string, unknown>> };
}

const maxClaimLength = 2000;

/** Claims that a provider sent in a test, without tokens. */
export const testResult = (page: PageContext, { provider, back, outcome }: TestResult): string => {
  const text = textFor(page.locale).providers.test;
  const hasFailed = "error" in outcome;
  const title = fillPlain(text.title, { provider });
  return layout(page, {
    title,
    problem: hasFailed,
    content: html`<h1>${title}</h1>
      ${
        hasFailed
          ? html`${problem("problem", text.failed)}
              <dl class="entries">${entry(text.detail, html`<code class="foreign">${outcome.error}</code>`)}</dl>`
          : html`${notice(fillPlain(text.worked, { provider }))} ${sent(page, outcome)}`
      }
      <p class="after"><a class="button primary" href="${back}">${text.back}</a></p>`,
  });
};

const sent = (page: PageContext, outcome: Exclude<TestResult["outcome"], { error: string }>): Markup => {
  const { providers, roles: names } = textFor(page.locale);
  const text = providers.test;
  const { email, isProven, roles, claims } = outcome;
  return html`<dl class="entries">
      ${entry(
        text.address,
        html`${email === null ? "–" : html`<p>${foreign(email)}</p>`}
          <p class="soft">${isProven ? text.proven : text.unproven}</p>`,
      )}
      ${entry(text.roles, html`${roles.length === 0 ? text.noRoles : roles.map((role) => names[role]).join(", ")}`)}
    </dl>
    <h2>${text.claims}</h2>
    <dl class="entries">
      ${Object.entries(claims).map(([name, value]) =>
        entry(html`<code class="foreign">${name}</code>`, html`<code class="foreign">${valueOf(value)}</code>`),
      )}
    </dl>`;
};

const valueOf = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).slice(0, maxClaimLength);

const entry = (name: string | Markup, value: Markup): Markup =>
  html`<div class="entry">
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
