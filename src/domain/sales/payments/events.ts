import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";

type Happening = "created" | "paid" | "payment_failed" | "expired" | "canceled" | "refunded" | "disputed";

export const orderEvent = (type: Happening, id: string) => eventAbout(`order.${type}`, "order", id);

export const emitOrderEvent = (context: Context, type: Happening, id: string): Promise<void> =>
  recordEvent(context, orderEvent(type, id));
