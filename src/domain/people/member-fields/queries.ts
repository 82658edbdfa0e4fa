import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MemberFieldRow } from "./member-field.ts";
import { fieldTermOf } from "#domain/people/members/member.ts";

export const {
  columns,
  find: findField,
  lock: lockField,
  insertUnique: insertField,
  update: updateField,
  lockToDelete: lockFieldToDelete,
} = defineTable<MemberFieldRow, NewField, Partial<MemberFieldRow> & { deletedAt?: Date }>("member_fields");

/** Maximum number of fields per site: each change of a member's values reads them all. */
export const maxFields = 100;

/** Returns all fields of the site in display order. */
export const listFields = ({ db, site }: SiteScope): Promise<MemberFieldRow[]> =>
  db.many<MemberFieldRow>`
    select ${columns} from member_fields
     where site_id = ${site.id} and deleted_at is null order by position, id limit ${maxFields}`;

/** Locks fields against deletion until the transaction ends. */
export const lockFields = ({ db, site }: SiteScope, handles: readonly string[]) =>
  db.run`
    select id from member_fields
     where site_id = ${site.id} and handle = any(${handles}::text[]) and deleted_at is null for key share`;

type NewField = Pick<MemberFieldRow, "id" | "handle" | "kind" | "label"> & Partial<MemberFieldRow>;

export const hasValues = async ({ db, site }: SiteScope, handle: string): Promise<boolean> =>
  (await db.first`
    select id from members
     where site_id = ${site.id} and search_terms @> ${[fieldTermOf(site, handle)]}::text[] limit 1`) !== undefined;

/** Deletes all members' values of this field. Returns the number of affected members. */
export const deleteValues = ({ db, site }: SiteScope, handle: string, now: Date): Promise<number> => {
  const term = fieldTermOf(site, handle);
  return db.run`
    update members set custom_fields = custom_fields - ${handle}::text,
                       search_terms = array_remove(search_terms, ${term}), version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and search_terms @> ${[term]}::text[]`;
};
