import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { type PostRow, statusAt } from "./post.ts";
import { lockPost, recordPublication } from "./queries.ts";
import { notifyReaders } from "./notify-readers.ts";
import { asSystem } from "#domain/platform/system-context.ts";

/**
 * Records the publication of a scheduled post whose time has passed: status, audit entry, event and notifications,
 * exactly once. Runs in its own transaction or with the next change of the post. Requires that the post is locked.
 */
export async function recordIfDue(context: Context, post: PostRow): Promise<PostRow> {
  if (post.deletedAt || post.status === statusAt(post, context.now)) return post;
  const bySystem = asSystem(context);
  await recordPublication(context, post.id, context.now);
  await recordAudit(bySystem, "publishScheduledPost", about("post", post.id));
  await recordEvent(bySystem, eventAbout("post.published", "post", post.id));
  await notifyReaders(bySystem, post);
  return { ...post, status: "published", updatedAt: context.now };
}

/** Locks the post and publishes it if it is still due. */
export async function publishIfDue(context: Context, id: string): Promise<void> {
  const post = await lockPost(context, { id });
  if (post) await recordIfDue(context, post);
}
