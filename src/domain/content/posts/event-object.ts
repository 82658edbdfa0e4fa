import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Post, type PostRow, serializePost } from "./post.ts";
import { columns } from "./queries.ts";

export const object = eventObject<PostRow>({
  schema: Post,
  table: sql`posts`,
  columns,
  serializeRow: (row, scope) => serializePost(scope, row),
});
