import type { Context } from "#domain/platform/context.ts";
import { announce } from "#domain/engagement/notifications/announce.ts";
import type { Audience } from "#domain/engagement/notifications/audience.ts";
import { occasions } from "#domain/engagement/notifications/occasions.ts";
import type { PostRow } from "./post.ts";

/** Notifies the post's readers at its first publication. */
export const notifyReaders = (context: Context, post: PostRow): Promise<void> =>
  announce(context, readersOf(post), occasions.postPublished(post));

const readersOf = ({ access, planIds }: PostRow): Audience =>
  access === "plans" ? { kind: "subscribers", planIds } : { kind: "members" };
