import type { Context } from "#domain/platform/context.ts";
import type { News } from "./notification.ts";
import { tell } from "./tell.ts";

/**
 * Tells one member, unless they have switched the topic off. Called in the transaction of its cause: nobody is told of
 * what was rolled back, or not told of what was done. Answers whether they were told.
 */
export const notify = async (context: Context, { topic, ...news }: News & { memberId: string }): Promise<boolean> =>
  (await tell(context, topic, [news])) === 1;
