import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { columnsOf, wordsOf } from "#domain/platform/declared-table.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";

/** Id types by column name; other names such as `course_id` imply theirs. */
const kinds: Record<string, IdKind> = {
  member_id: "member",
  from_member_id: "member",
  into_member_id: "member",
  student_id: "member",
  author_id: "member",
  graded_by: "member",
  invited_by: "member",
  course_id: "course",
  lecture_id: "lecture",
  last_lecture_id: "lecture",
  enrollment_id: "enrollment",
  event_id: "event",
  ticket_id: "eventTicket",
  order_id: "order",
  payment_id: "payment",
  subscription_id: "subscription",
  service_id: "consultingService",
  lecturer_id: "lecturer",
  form_id: "form",
  group_id: "group",
  client_id: "client",
  grant_id: "grant",
  coupon_id: "coupon",
  parent_id: "comment",
  thread_id: "comment",
  picture_file_id: "file",
};

/** Names to add next to ids, for readability: source table, name column and label. */
const named: Record<string, { table: string; column: string; as: string }> = {
  course_id: { table: "courses", column: "name", as: "course" },
  lecture_id: { table: "lectures", column: "title", as: "lecture" },
  event_id: { table: "events", column: "name", as: "event" },
  ticket_id: { table: "event_tickets", column: "name", as: "ticket" },
  service_id: { table: "consulting_services", column: "name", as: "service" },
  form_id: { table: "forms", column: "name", as: "form" },
  group_id: { table: "groups", column: "name", as: "group" },
  client_id: { table: "clients", column: "name", as: "application" },
  lecturer_id: { table: "lecturers", column: "name", as: "lecturer" },
};

/** Columns without meaning for the data subject: search, counting and storage internals. */
const technical =
  /^(site_id|version|search_terms|email_key|guest_email_key|sha256|object_id|variants|counted_.*|.*_digest)$/;

export const isVisible = (declared: PersonalTable, column: string): boolean =>
  columnsOf(declared).includes(column) &&
  !technical.test(column) &&
  !wordsOf(declared.secret).includes(column) &&
  !wordsOf(declared.shared).includes(column);

/** Formats a row for the person's export. */
export function readable({ kind, ...declared }: PersonalTable, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => isVisible(declared, column))
      .map(([column, value]) => {
        const idKind = column === "id" ? kind : kinds[column];
        return [column, idKind && typeof value === "string" ? formatId(idKind, value) : value];
      }),
  );
}

/** Returns `{"course": …, "lecture": …}` for the ids that the table has. */
export function namesIn(site: SiteScope["site"], declared: PersonalTable): Sql {
  const pairs = columnsOf(declared).flatMap((column) => {
    const resource = named[column];
    if (!resource) return [];
    const { table, column: name, as } = resource;
    return sql`${as}::text, (select named.${identifier(name)} from ${identifier(table)} as named
                              where named.site_id = ${site.id} and named.id = things.${identifier(column)})`;
  });
  return pairs.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${pairs.reduce((a, b) => sql`${a}, ${b}`)})`;
}
