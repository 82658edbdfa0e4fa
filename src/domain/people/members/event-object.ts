import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { Member, memberFrom, type MemberRow } from "./member.ts";
import { columns } from "./queries.ts";

export const object = eventObject<MemberRow>({
  schema: Member,
  table: sql`members`,
  columns,
  serialize: ({ site }, rows) => rows.map((row) => memberFrom(site, row)),
});
