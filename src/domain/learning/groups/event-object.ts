import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Group, type GroupRow, serializeGroup } from "./group.ts";
import { columns } from "./queries.ts";

export const object = eventObject<GroupRow>({
  schema: Group,
  table: sql`groups`,
  columns,
  serializeRow: (row) => serializeGroup(row),
});
