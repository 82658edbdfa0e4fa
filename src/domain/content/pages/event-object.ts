import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Page, type PageRow, serializePage } from "./page.ts";
import { columns } from "./queries.ts";

export const object = eventObject<PageRow>({
  schema: Page,
  table: sql`pages`,
  columns,
  serializeRow: (row, scope) => serializePage(scope, row),
});
