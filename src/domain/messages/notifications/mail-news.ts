import type { Context } from "#domain/platform/context.ts";
import { oneLine, render } from "#domain/messages/mail/compose-email.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { methodOf, writeInvitation } from "#domain/platform/calendar/write-calendar.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { isTimeZone } from "#lib/text/formats.ts";
import { type Addressed, isRequired, type Topic } from "./notification.ts";
import { addressOf, renderNotification } from "./render-notification.ts";
import type { Recipient } from "./queries.ts";
import { mailTexts } from "./text/mail-texts.ts";

/** Undelivered mail expires after this. The inbox still has the notification. */
const lifetimeMs = 3 * 86_400_000;

/** `written`: a text of the school, in place of the text of the notification. */
type Mailed = Addressed & {
  topic: Topic;
  person: Pick<Recipient, "email" | "locale" | "timeZone">;
  written?: { html: string; text: string };
};

/** Emails each recipient in their language. Does nothing if the installation sends no mail. */
export async function mailNews(context: Context, all: readonly Mailed[]): Promise<void> {
  const { mail } = context;
  if (!mail) return;
  const mails = [];
  for (const news of all) {
    const locale = mailLocale(news.person.locale, mailLocale(context.site.defaultLocale, locales[0]));
    const calendar = await calendarOf(context, mail, news, locale);
    mails.push({ to: news.person.email, ...letterOf(context, mail, news, locale), ...(calendar && { calendar }) });
  }
  await mail.postLater(context, mails);
}

/** The entry for the recipient's calendar. Its organizer is the sender of the email, so that programs trust it. */
async function calendarOf({ site }: Context, mail: Postbox, { appointment, person }: Mailed, locale: Locale) {
  if (!appointment) return undefined;
  const attendee = { name: person.email, address: person.email };
  const organizer = mail.senderOf(site);
  const content = await writeInvitation(appointment, { site, locale, organizer, attendee });
  return { method: methodOf(appointment), content };
}

function letterOf({ site, now }: Context, mail: Postbox, news: Mailed, locale: Locale) {
  const { topic, content, link, until, memberId, written } = news;
  const { open, why, stop, choose } = mailTexts[locale];
  const { timeZone } = news.person;
  const ownZone = timeZone && isTimeZone(timeZone) ? timeZone : undefined;
  const { title, body } = renderNotification({ content }, locale, ownZone);
  const href = addressOf({ link: link ?? null }, site);
  const unsubscribe = isRequired(topic)
    ? undefined
    : `${site.origin}/unsubscribe?link=${mail.signUnsubscription(site, { memberId, topic })}`;
  const letter = render(
    {
      subject: oneLine(title),
      before: written ? [] : paragraphsOf(body),
      body: written,
      action: href === null ? undefined : { label: open, link: href },
      after: [why],
      choices: [
        ...(unsubscribe === undefined ? [] : [{ label: stop, link: unsubscribe }]),
        { label: choose, link: `${site.origin}/account/notifications/settings` },
      ],
      sender: { name: oneLine(site.name), origin: site.origin },
    },
    locale,
  );
  const expiresAt = until ?? new Date(now.getTime() + lifetimeMs);
  return { ...letter, expiresAt, ...(unsubscribe !== undefined && { unsubscribe }) };
}

const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
