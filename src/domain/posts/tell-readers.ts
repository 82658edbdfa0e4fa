import type { Context } from "#domain/context.ts";
import { announce } from "#domain/notifications/announce.ts";
import type { Audience } from "#domain/notifications/audience.ts";
import { occasions } from "#domain/notifications/occasions.ts";
import type { PostRow } from "./post.ts";

/** Tells those who may read a post that it is there, the first time that it is published. */
export const tellReaders = (context: Context, post: PostRow): Promise<void> =>
  announce(context, readersOf(post), occasions.postPublished(post));

const readersOf = ({ access, planIds }: PostRow): Audience =>
  access === "plans" ? { kind: "subscribers", planIds } : { kind: "members" };
