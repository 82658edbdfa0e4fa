import { sql } from "#database/sql.ts";
import type { ProductKind } from "./product-kind.ts";

export const eventTicket: ProductKind = {
  word: "ticket",
  scope: "events:write",
  table: sql`event_tickets`,
  parent: { table: sql`events`, id: sql`event_id`, label: sql`name` },
  usedAt: (slug) => `/events/${slug}`,
  access: { table: sql`event_registrations`, idKind: "eventRegistration", isDeletedAtEnd: false },
};
