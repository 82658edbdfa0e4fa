import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";

type MailView = { id: string; from: string; to: string; subject: string; text: string; at: Date };

/** GET /dev/mail: development emails, newest first, with clickable links. */
export const mailbox = (page: PageContext, mails: readonly MailView[]): string => {
  const { mailbox: text } = textFor(page.locale).signUp;
  return layout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${mails.length === 0 && html`<p class="prose">${text.none}</p>`} ${mails.map((mail) => letter(page, mail))}`,
  });
};

const letter = (page: PageContext, mail: MailView): Markup => {
  const { mailbox: text } = textFor(page.locale).signUp;
  const heading = `mail-${mail.id}`;
  return html`<article class="letter" aria-labelledby="${heading}">
    <h2 id="${heading}">${foreign(mail.subject)}</h2>
    <ul class="facts">
      <li>${text.to}: ${foreign(mail.to)}</li>
      <li>${text.from}: ${foreign(mail.from)}</li>
      <li>${text.at}: ${timestamp(page, mail.at)}</li>
    </ul>
    <p class="letter-text foreign">${withLinks(mail.text)}</p>
  </article>`;
};

const withLinks = (text: string): Markup =>
  html`${text.split(/(https?:\/\/\S+)/).map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))}`;
