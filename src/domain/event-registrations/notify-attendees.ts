import type { Context } from "#domain/context.ts";
import type { Content } from "#domain/notifications/notification.ts";
import { notify } from "#domain/notifications/notify.ts";
import { listAttendees } from "./queries.ts";

/** Tells everybody who comes to an event, in their inbox. */
export async function notifyAttendees(context: Context, eventId: string, content: Content): Promise<void> {
  for (const memberId of await listAttendees(context, eventId)) {
    await notify(context, { memberId, topic: "event_changed", content });
  }
}
