import { contentOfNew } from "#database/content/content-of.ts";
import { identifier, rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Tables that the history of the demo fills directly; PostgreSQL checks their constraints. */
type HistoryTable =
  | "members"
  | "invitations"
  | "enrollments"
  | "quiz_attempts"
  | "submissions"
  | "certificates"
  | "orders"
  | "order_lines"
  | "payments"
  | "refunds"
  | "checkout_reservations"
  | "event_registrations"
  | "digital_product_grants"
  | "consulting_grants"
  | "consulting_bookings";

/** Inserts rows of one shape with their own times, in one statement. */
export async function insertRows(
  { db, site }: SiteScope,
  table: HistoryTable,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  if (records.length === 0) return;
  const siteId = contentOfNew(table, site.id);
  await db.run`insert into ${identifier(table)} ${rows(...records.map((row) => ({ siteId, ...row })))}`;
}
