import { sendMessage } from "#domain/people/messages/jobs/send-message.ts";
import { database } from "../databases/database.ts";
import { now } from "../clock.ts";
import { postbox } from "../world.ts";

/** Runs one step of a message. A job runner may do the same concurrently. */
export const runStep = (siteId: string, messageId: string, clock: () => Date = now): Promise<void> =>
  sendMessage(database, { siteId, messageId }, clock(), postbox);

/** Runs the jobs of all messages of the site that are due. */
export async function runMessages(siteId: string, clock: () => Date = now): Promise<void> {
  for (;;) {
    const [message] = await database.many<{ id: string }>`
      select id from messages
       where site_id = ${siteId} and status in ('scheduled', 'sending')
         and (scheduled_at is null or scheduled_at <= ${clock()}) order by id limit 1`;
    if (!message) return;
    await runStep(siteId, message.id, clock);
  }
}
