import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { columns } from "./queries.ts";
import { Review, type ReviewRow, serializeReview } from "./review.ts";

export const object = eventObject<ReviewRow>({
  schema: Review,
  table: sql`reviews`,
  columns,
  serializeRow: (row) => serializeReview(row),
});
