import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { type BookingRow, ConsultingBooking, serializeBooking } from "./booking.ts";
import { columns } from "./queries.ts";

export const object = eventObject<BookingRow>({
  schema: ConsultingBooking,
  table: sql`consulting_bookings`,
  columns,
  serializeRow: (row) => serializeBooking(row),
});
