import type { locales, Site } from "#domain/site/sites/site.ts";
import type { Notification, NotificationRow } from "./notification.ts";
import { en } from "./text/en.ts";
import { zhTW } from "./text/zh-tw.ts";
import type { Words } from "./text/words.ts";

type Locale = (typeof locales)[number];

const words: Record<Locale, Words> = { en, "zh-TW": zhTW };

/** A notification as its member reads it. */
export const presentNotification = (row: NotificationRow, site: Site, locale: Locale): Notification => ({
  object: "notification",
  id: row.id,
  topic: row.topic,
  ...putIntoWords(row, locale),
  url: addressOf(row, site),
  readAt: row.readAt,
  createdAt: row.createdAt,
});

/** What a notification says in a language: plain text, in which others may have chosen names and whole sentences. */
export function putIntoWords({ content }: Pick<NotificationRow, "content">, locale: Locale) {
  if ("title" in content) return content;
  // A template and its data are one value: whichever it is, they belong together.
  const phrase = words[locale][content.template] as (data: Record<string, string>) => { title: string; body: string };
  return phrase(withoutDirections(content.data));
}

/** A name that somebody chose must not turn the direction of the sentence around it (UAX #9 §2). */
const withoutDirections = <Data extends Record<keyof Data, string>>(data: Data): Data =>
  Object.fromEntries(
    Object.entries<string>(data).map(([name, value]) => [name, value.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")]),
  ) as Data;

/** Where a notification leads, or null where it leads nowhere that a browser may be sent to. */
export function addressOf({ link }: Pick<NotificationRow, "link">, { origin }: Site): string | null {
  const address = link === null ? null : URL.parse(link, origin);
  return address && /^https?:$/.test(address.protocol) ? address.href : null;
}
