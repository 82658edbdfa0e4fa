import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Comment, type CommentRecord, serializeComment } from "./comment.ts";
import { columns } from "./queries.ts";

export const object = eventObject<CommentRecord>({
  schema: Comment,
  table: sql`comments`,
  columns,
  serializeRow: (row) => serializeComment(row),
});
