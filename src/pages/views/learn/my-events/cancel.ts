import { html } from "hono/html";
import type { ScheduleItem } from "#domain/sales/my-schedule/schedule-item.ts";
import { textFor } from "../../../text/catalogue.ts";
import { layout } from "../../frame/layout.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";
import { cancelAddress, when } from "./entry.ts";

export type Canceled = "event" | "waitlist" | "session";

interface Question {
  item: ScheduleItem;
  what: Canceled;
  cancellationHours: number | null;
}

/** Asks before a registration, a place on a waitlist or a session is canceled, and says what happens then. */
export const cancelQuestion = (page: PageContext, { item, what, cancellationHours }: Question): string => {
  const { myEvents: text } = textFor(page.locale);
  const { title, effect, free } = text.cancel[what];
  const label = text.actions[what];
  return layout(page, {
    title,
    width: "narrow",
    content: html`<h1>${title}</h1>
      <p class="prose after"><b>${foreign(item.name)}</b><br />${when(page, item)}</p>
      ${item.mayCancel ? consequences([effect, free, ruleOf(page, what, cancellationHours)]) : html`<p class="prose after">${text.cancel.notPossible}</p>`}
      <div class="actions after">
        ${
          item.mayCancel &&
          html`<form method="post" action="${cancelAddress(item.id)}">
            ${hidden("csrf", page.csrf ?? "")}${button(label, { look: "danger" })}
          </form>`
        }
        <a class="button secondary" href="/account/events">${text.cancel.keep}</a>
      </div>`,
  });
};

const ruleOf = (page: PageContext, what: Canceled, hours: number | null): string | undefined =>
  what === "session" && hours !== null && hours > 0
    ? fillPlain(textFor(page.locale).myEvents.cancel.session.rule, { hours: String(hours) })
    : undefined;

const consequences = (sentences: readonly (string | undefined)[]): Markup =>
  html`<ul class="dashes prose after">
    ${sentences.map((sentence) => sentence !== undefined && html`<li>${sentence}</li>`)}
  </ul>`;
