import type { Locale } from "#domain/platform/site/locales.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Notification, NotificationRow } from "./notification.ts";
import { timesIn } from "#domain/platform/time/format-time.ts";
import { en } from "./text/en.ts";
import { zhTW } from "./text/zh-tw.ts";
import type { NotificationTexts } from "./text/texts.ts";

const texts: Record<Locale, NotificationTexts> = { en, "zh-TW": zhTW };

/** Serializes a notification for its member. */
export const serializeNotification = (row: NotificationRow, site: Site, locale: Locale): Notification => ({
  object: "notification",
  id: row.id,
  topic: row.topic,
  ...renderNotification(row, locale),
  url: addressOf(row, site),
  readAt: row.readAt,
  createdAt: row.createdAt,
});

/** Renders a notification in a language: plain text, which can contain names and sentences from other users. */
export function renderNotification({ content }: Pick<NotificationRow, "content">, locale: Locale, ownZone?: string) {
  if ("title" in content) return content;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Template and data form one tagged union, so they always match.
  const phrase = texts[locale][content.template] as (data: Record<string, string>) => { title: string; body: string };
  return phrase(readable(content.data, locale, ownZone));
}

/**
 * Writes times in the language, and isolates user-chosen names, so that they cannot change the direction of the
 * surrounding sentence (UAX #9 §2).
 */
const readable = <Data extends Record<keyof Data, string>>(data: Data, locale: Locale, ownZone?: string): Data =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each value is a text and stays one.
  Object.fromEntries(
    Object.entries<string>(data).map(([name, value]) => [
      name,
      timesIn(locale, value.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ""), ownZone),
    ]),
  ) as Data;

/** Returns the target URL of a notification, or null unless it is safe for a browser. */
export function addressOf({ link }: Pick<NotificationRow, "link">, { origin }: Site): string | null {
  const address = link === null ? null : URL.parse(link, origin);
  return address && /^https?:$/.test(address.protocol) ? address.href : null;
}
