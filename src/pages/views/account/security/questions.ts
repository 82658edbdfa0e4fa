import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { layout } from "../../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";

type Question = {
  csrf: string;
  action: string;
  title: string;
  lead: Markup;
  submit: string;
};

/** Asks before a change. Posts `csrf`. */
const question = (page: PageContext & { member: Person }, { csrf, action, title, lead, submit }: Question): string => {
  const { removing: text } = textFor(page.locale).security;
  return layout(page, {
    title,
    width: "narrow",
    content: html`<h1>${title}</h1>
      ${lead}
      <form method="post" action="${action}" class="stack">
        ${hidden("csrf", csrf)} ${button(submit, { look: "danger" })}
      </form>
      <p class="aside"><a href="/account/security">${text.back}</a></p>`,
  });
};

/** `name`: that of the passkey, or undefined for the authenticator app. */
export const removeFactor = (
  page: PageContext & { member: Person },
  {
    name,
    isLast,
    isRequired,
    ...form
  }: { csrf: string; action: string; name: string | undefined; isLast: boolean; isRequired: boolean },
): string => {
  const { removing: text } = textFor(page.locale).security;
  return question(page, {
    ...form,
    title: name === undefined ? text.app : fillPlain(text.passkey, { name }),
    lead: html`<p class="lead">${text.lead}</p>
      ${isLast && html`<p>${isRequired ? text.lastRequired : text.last}</p>`}`,
    submit: text.submit,
  });
};

export const replaceCodes = (page: PageContext & { member: Person }, { csrf }: { csrf: string }): string => {
  const { codes: text } = textFor(page.locale).security;
  return question(page, {
    csrf,
    action: "/account/security/recovery-codes",
    title: text.replaceTitle,
    lead: html`<p class="lead">${text.replaceLead}</p>`,
    submit: text.replaceSubmit,
  });
};
