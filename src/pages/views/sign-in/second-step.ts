import { html } from "hono/html";

import type { UseOptions } from "../../../islands/passkey/options.ts";
import { textFor } from "../../text/catalogue.ts";
import { wait } from "../parts/dates.ts";
import { button, field, hidden, problem } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { passkeyForm } from "../parts/passkey-form.ts";

/** Reason to refuse a proof of the second factor. */
export type ProofProblem = { kind: "wrong_code" | "passkey" } | { kind: "too_many"; retryAfterSeconds: number };

export type SecondStep = {
  /** Hidden fields of each form, with its token. */
  fields: readonly [name: string, value: string][];
  /** Query of the sign-in page, with `?`. */
  query: string;
  hasApp: boolean;
  /** Undefined for a person without a passkey. */
  passkey?: UseOptions | undefined;
  problem?: ProofProblem | undefined;
};

/** Asks for the second factor. Posts `csrf`, `step`, `unsaved`, and `code` or `passkey`. */
export const secondStep = (page: PageContext, view: SecondStep): string => {
  const { secondStep: text } = textFor(page.locale).security;
  const site = foreign(page.site.name);
  return layout(page, {
    title: text.title,
    problem: view.problem !== undefined,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, { site })}</p>
      ${view.problem && problem("problem", problemText(page, view.problem))}
      ${
        view.passkey &&
        passkeyForm(
          {
            action: `/sign-in/passkey${view.query}`,
            failed: textFor(page.locale).security.passkey.failed,
            ceremony: "use",
            options: view.passkey,
          },
          html`${hiddenFields(view)} ${button(textFor(page.locale).security.passkey.confirm, { look: "primary" })}`,
        )
      }
      ${view.hasApp && appForm(page, view)} ${recoveryForm(page, view)}
      <p class="aside">${fill(text.lost, { site })}</p>
      <p class="aside"><a href="/sign-in${view.query}">${text.again}</a></p>`,
  });
};

const hiddenFields = ({ fields }: SecondStep): Markup => html`${fields.map(([name, value]) => hidden(name, value))}`;

const appForm = (page: PageContext, view: SecondStep): Markup => {
  const { secondStep: text } = textFor(page.locale).security;
  const isWrong = view.problem?.kind === "wrong_code";
  return html`<form method="post" action="/sign-in/code${view.query}" class="stack">
    ${hiddenFields(view)}
    ${field({
      name: "code",
      label: text.code,
      type: "text",
      autocomplete: "one-time-code",
      inputmode: "numeric",
      focused: true,
      invalid: isWrong,
      describedBy: isWrong ? "problem code-hint" : "code-hint",
    })}
    <p id="code-hint" class="hint">${fillPlain(text.codeHint, { site: page.site.name })}</p>
    ${button(text.submit, { look: view.passkey ? "secondary" : "primary" })}
  </form>`;
};

const recoveryForm = (page: PageContext, view: SecondStep): Markup => {
  const { secondStep: text } = textFor(page.locale).security;
  return html`<details class="after">
    <summary>${text.recovery}</summary>
    <form method="post" action="/sign-in/code${view.query}" class="stack">
      ${hiddenFields(view)}
      ${field({
        id: "recovery-code",
        name: "code",
        label: text.recoveryCode,
        type: "text",
        autocomplete: "off",
        describedBy: "recovery-hint",
      })}
      <p id="recovery-hint" class="hint">${text.recoveryHint}</p>
      ${button(text.recoverySubmit, { look: "secondary" })}
    </form>
  </details>`;
};

/** The text of a problem with a code or a passkey. */
export const problemText = (page: PageContext, found: ProofProblem): string => {
  const { secondStep: text, passkey } = textFor(page.locale).security;
  if (found.kind === "too_many")
    return fillPlain(text.problem.too_many, { wait: wait(page.locale, found.retryAfterSeconds) });
  return found.kind === "passkey" ? passkey.refused : text.problem.wrong_code;
};
