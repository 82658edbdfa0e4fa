import { html } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import type { Markup } from "../parts/markup.ts";

export interface StartForm {
  action: string;
  csrf: string;
  /** ID of the lecture that the form leads to. */
  lecture: string;
}

/** Starts a course of the member's membership. Only a form does: opening a page does not enroll (RFC 9110 §9.2.1). */
export const startForm = (locale: Locale, { action, csrf, lecture }: StartForm): Markup => {
  const { course: text } = textFor(locale).learn;
  return html`<form method="post" action="${action}" class="notice">
    ${hidden("csrf", csrf)} ${hidden("lecture", lecture)}
    <p>${text.included}</p>
    <p class="after">${button(text.startCourse, { look: "primary" })}</p>
  </form>`;
};
