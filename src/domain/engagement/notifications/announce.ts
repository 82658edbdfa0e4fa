import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { addJob } from "#domain/platform/jobs/add-job.ts";
import type { Audience } from "./audience.ts";
import type { News } from "./notification.ts";
import { gatherNotice, insertNotice, type NewNotice } from "./notice-queries.ts";

/** Milliseconds. What could not be told for so long is no news any more. */
const lifetime = 3 * 86_400_000;

/** Attempts; each goes on where the one before came to. */
export const noticeAttempts = 25;

/**
 * Tells many, once each. Called in the transaction of its cause, to which it adds two rows, however many people there
 * are: a job tells them. The same cause is announced once.
 */
export async function announce(context: Context, audience: Audience, news: Announced): Promise<void> {
  const notice = noticeOf(context, audience, news);
  if (await insertNotice(context, notice)) await addNoticeJob(context, notice, 0);
}

/**
 * The same for what often comes one after the other, and is told together: what is announced of one cause within so
 * many seconds becomes one notice, which says how many there are (`count` of its template) and names the last.
 */
export async function announceTogether(
  context: Context,
  audience: Audience,
  news: Announced,
  seconds: number,
): Promise<void> {
  const span = Math.floor(context.now.getTime() / (seconds * 1000));
  const notice = noticeOf(context, audience, { ...news, cause: `${news.cause}:${span}` });
  if (await gatherNotice(context, notice)) await addNoticeJob(context, notice, seconds);
}

type Announced = News & { cause: string };

const noticeOf = ({ now }: Context, audience: Audience, news: Announced): NewNotice => ({
  ...news,
  id: newId(),
  audience,
  until: news.until ?? new Date(now.getTime() + lifetime),
});

const addNoticeJob = ({ db, site }: Context, { id }: NewNotice, delay: number): Promise<void> =>
  addJob(db, "tell_notice", { siteId: site.id, noticeId: id }, noticeAttempts, { delay });
