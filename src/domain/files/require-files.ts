import { sql } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import { Problem } from "#domain/problem.ts";
import { ownFiles } from "./own-files.ts";

/** A file that a part names, and where in the input it does. */
export interface NamedFile {
  id: string;
  pointer: string;
}

/** Fails where the site has no such file, or the caller may not use it. The others are not deleted meanwhile. */
export async function requireFiles(context: Context, named: readonly NamedFile[]): Promise<void> {
  if (named.length === 0) return;
  const { db, site } = context;
  const ids = named.map(({ id }) => id);
  const files = await db.many<{ id: string }>`
    select files.id from files
     where files.site_id = ${site.id} and files.id = any(${ids}::uuid[]) and files.deleted_at is null
       and ${ownFiles(context) ?? sql`true`}
       for key share`;
  const known = new Set(files.map(({ id }) => id));
  const errors = named
    .filter(({ id }) => !known.has(id))
    .map(({ id, pointer }) => ({ pointer, code: "not_found", detail: `There is no file ${formatId("file", id)}.` }));
  if (errors.length > 0) throw new Problem("validation_failed", errors[0]!.detail, { errors });
}

/** The same for the fields of a thing that name a file, where a change names another one than the thing has. */
export const requireNewFiles = <Field extends string>(
  context: Context,
  fields: readonly Field[],
  given: Partial<Record<Field, string | null | undefined>>,
  held?: Record<Field, string | null>,
): Promise<void> =>
  requireFiles(
    context,
    fields.flatMap((field) => {
      const id = given[field];
      return id && id !== held?.[field] ? [{ id, pointer: `/${field}` }] : [];
    }),
  );
