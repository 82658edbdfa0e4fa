import { sql } from "#database/sql.ts";
import type { ProductKind } from "./product-kind.ts";

export const eventTicket: ProductKind = {
  word: "ticket",
  scope: "events:write",
  table: sql`event_tickets`,
  parent: { table: sql`events`, id: sql`event_id`, label: sql`name` },
  isSellable: (now) => sql`events.deleted_at is null and events.status = 'published' and events.ends_at > ${now}`,
  usedAt: (slug) => `/events/${slug}`,
  access: { table: sql`event_registrations`, idKind: "eventRegistration", isDeletedAtEnd: false },
};
