import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./queries.ts";
import { serializeSubscription, Subscription, type SubscriptionRow } from "./subscription.ts";

export const object = eventObject<SubscriptionRow>({
  schema: Subscription,
  table: sql`subscriptions`,
  columns,
  serializeRow: (row) => serializeSubscription(row),
});
