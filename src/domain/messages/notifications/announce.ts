import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import type { Audience } from "./audience.ts";
import type { News } from "./notification.ts";
import { gatherNotice, insertNotice, type NewNotice } from "./notice-queries.ts";

/** Older notifications are dropped as outdated. */
const lifetimeMs = 3 * 86_400_000;

/** Maximum attempts; each continues where the previous one stopped. */
export const noticeAttempts = 25;

/**
 * Announces to many recipients, once each. Adds two rows in the transaction of the cause, regardless of audience
 * size; a job notifies the recipients. Repeating a cause has no effect.
 */
export async function announce(context: Context, audience: Audience, news: Announced): Promise<void> {
  if (context.tells?.notices === false) return;
  const notice = noticeOf(context, audience, news);
  if (await insertNotice(context, notice)) await addNoticeJob(context, notice, 0);
}

/**
 * Debounced variant for frequent events: announcements of one cause within a number of seconds become one
 * notification. It contains the number (`count` of its template) and the latest item.
 */
export async function announceTogether(
  context: Context,
  audience: Audience,
  news: Announced,
  seconds: number,
): Promise<void> {
  if (context.tells?.notices === false) return;
  const span = Math.floor(context.now.getTime() / (seconds * 1000));
  const notice = noticeOf(context, audience, { ...news, cause: `${news.cause}:${span}` });
  if (await gatherNotice(context, notice)) await addNoticeJob(context, notice, seconds);
}

type Announced = News & { cause: string };

const noticeOf = ({ now }: Context, audience: Audience, news: Announced): NewNotice => ({
  ...news,
  id: newId(),
  audience,
  until: news.until ?? new Date(now.getTime() + lifetimeMs),
});

const addNoticeJob = ({ db, site }: Context, { id }: NewNotice, delay: number): Promise<void> =>
  addJob(db, "tell_notice", { siteId: site.id, noticeId: id }, noticeAttempts, { delay });
