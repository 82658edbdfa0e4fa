import type { Context } from "#domain/platform/context.ts";
import type { Addressed, News } from "./notification.ts";
import { notifyMany } from "./notify-many.ts";

/**
 * Notifies one member unless they have switched the topic off. Runs in the transaction of the cause, so that both
 * commit or roll back together. Returns whether the member was notified.
 */
export const notify = async (context: Context, { topic, ...news }: Addressed & Pick<News, "topic">): Promise<boolean> =>
  (await notifyMany(context, topic, [news])) === 1;

/** Sends the email of a notification without the inbox, for senders that decide on the channels themselves. */
export { mailNews } from "./mail-news.ts";
