import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { type PostRow, statusAt } from "./post.ts";
import { lockPost, recordPublication } from "./queries.ts";
import { tellReaders } from "./tell-readers.ts";

/**
 * A scheduled post is published from its moment on; that this is told, once, takes a transaction of its own or comes
 * with the next change of the post, whichever is first. The post is locked.
 */
export async function tellIfDue(context: Context, post: PostRow): Promise<PostRow> {
  if (post.deletedAt || post.status === statusAt(post, context.now)) return post;
  const bySystem: Context = { ...context, caller: { kind: "system" } };
  await recordPublication(context, post.id, context.now);
  await recordAudit(bySystem, "publishScheduledPost", about("post", post.id));
  await recordEvent(bySystem, eventAbout("post.published", "post", post.id));
  await tellReaders(bySystem, post);
  return { ...post, status: "published", updatedAt: context.now };
}

/** The same for a post that is not locked yet; somebody may have changed it meanwhile. */
export async function publishIfDue(context: Context, id: string): Promise<void> {
  const post = await lockPost(context, { id });
  if (post) await tellIfDue(context, post);
}
