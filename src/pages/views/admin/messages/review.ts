import { html, raw } from "hono/html";
import type { FormFields } from "#lib/form-fields.ts";
import { formatNumber } from "#lib/text/formats.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { listEntry } from "../../parts/list-entry.ts";
import { fill, fillPlain, foreign } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export interface MessageReview {
  message: { recipientCount: number; subject: string; bodyHtml: string; scheduledAt: Date | null };
  /** The audience in words. */
  to: string;
  /** The address of the school that gets replies. */
  replyTo: string | undefined;
  /** The form as it was submitted. */
  fields: FormFields;
  /** The address that a test was sent to. */
  testedAt: string | undefined;
}

/** A message before it is sent: to whom, how many, when, and how it looks. */
export const reviewOfMessage = (page: AdminPage, { message, to, replyTo, fields, testedAt }: MessageReview): string => {
  const { messages: text } = textFor(page.locale).admin;
  const { recipientCount, scheduledAt } = message;
  const count = formatNumber(page.locale, recipientCount);
  const isOne = recipientCount === 1;
  const submit =
    scheduledAt === null ? (isOne ? text.sendToOne : text.sendTo) : isOne ? text.scheduleToOne : text.scheduleTo;
  return adminLayout(page, {
    title: text.reviewTitle,
    parent: ["/admin/messages", text.title],
    content: html`${testedAt !== undefined && notice(fillPlain(text.tested, { email: testedAt }))}
      <h1>${text.reviewTitle}</h1>
      <p class="lead">${isOne ? text.reachesOne : `${fillPlain(text.reaches, { count })} ${text.once}`}</p>
      <dl class="entries">
        ${listEntry(text.audience, foreign(to))}
        ${listEntry(text.when, scheduledAt === null ? html`${text.now}` : fill("{time}", { time: timestamp(page, scheduledAt) }))}
        ${replyTo !== undefined && listEntry(text.replyTo, foreign(replyTo))}
        ${listEntry(text.subject, foreign(message.subject))}
      </dl>
      <article class="message-preview prose" aria-label="${text.preview}">${raw(message.bodyHtml)}</article>
      <form method="post" action="/admin/messages/new" class="stack">
        ${hidden("csrf", page.csrf)} ${fields.map(([name, value]) => hidden(name, value))}
        <div class="foot-of-form">
          ${button(fillPlain(submit, { count }), { look: "primary", name: "step", value: "send" })}
          ${button(text.test, { look: "secondary", name: "step", value: "test" })}
          ${button(text.edit, { look: "plain", name: "step", value: "edit" })}
        </div>
      </form>`,
  });
};
