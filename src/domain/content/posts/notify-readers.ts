import type { Context } from "#domain/platform/context.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import type { Audience } from "#domain/messages/notifications/audience.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { listPlansOfPostCategory } from "#domain/memberships/subscriptions/benefits.ts";
import type { PostRow } from "./post.ts";

/** Notifies the post's readers at its first publication. */
export const notifyReaders = async (context: Context, post: PostRow): Promise<void> =>
  announce(context, await readersOf(context, post), occasions.postPublished(post));

async function readersOf(context: Context, { access, planIds, categoryId }: PostRow): Promise<Audience> {
  if (access !== "plans") return { kind: "members" };
  const ofCategory = categoryId === null ? [] : await listPlansOfPostCategory(context, categoryId);
  return { kind: "subscribers", planIds: [...new Set([...planIds, ...ofCategory])] };
}
