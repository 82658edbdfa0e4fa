import { sql } from "#database/statements/sql.ts";
import { categoryTable, type FlatCategories } from "#domain/content/flat-categories/flat-category.ts";

/** Type of event, such as talk, walk or open day. */
export const eventCategories = {
  kind: "eventCategory",
  of: "Event",
  table: sql`event_categories`,
  rows: categoryTable("event_categories", sql`event_categories`),
  resources: { kind: "event", table: sql`events`, plural: "events" },
  read: "events:read",
  write: "events:write",
} as const satisfies FlatCategories;
