import type { Sql } from "#database/statements/sql.ts";
import { moveAddress, takeAddress } from "#domain/platform/addresses/move-address.ts";
import type { Context } from "../context.ts";
import { findByExternalId } from "../external-ids.ts";
import { formatId, type IdKind } from "../ids.ts";
import { Problem, RetryableProblem } from "../problem.ts";

interface UniqueValue {
  name: "slug" | "path" | "code";
  taken: (detail: string) => Problem;
}

export const uniqueSlug: UniqueValue = { name: "slug", taken: (detail) => new Problem("slug_taken", detail) };
export const uniquePath: UniqueValue = { name: "path", taken: (detail) => new Problem("path_taken", detail) };
export const uniqueCode: UniqueValue = { name: "code", taken: (detail) => new Problem("code_taken", detail) };

/** The unique values of one kind of resource: a slug, path or code, and the external id. */
export interface Uniqueness {
  kind: IdKind;
  table: Sql;
  /** `digital product` */
  what: string;
  value: UniqueValue;
  /** Finds the resource that has the value now. Default: by the column `slug`. */
  find?: (context: Context, value: string) => Promise<{ id: string } | undefined>;
}

interface Values {
  slug?: string | undefined;
  path?: string | undefined;
  code?: string | undefined;
  externalId?: string | null | undefined;
}

const bySlugIn =
  (table: Sql) =>
  ({ db, site }: Context, slug: string) =>
    db.first<{ id: string }>`
      select id from ${table} where site_id = ${site.id} and slug = ${slug} and deleted_at is null`;

/** Returns the problem if another resource than `exceptId` has one of the values. */
async function findConflict(
  context: Context,
  { kind, table, what, value: { name, taken }, find = bySlugIn(table) }: Uniqueness,
  exceptId: string | undefined,
  { externalId, ...values }: Values,
): Promise<Problem | undefined> {
  const value = values[name];
  const byValue = value === undefined ? undefined : await find(context, value);
  if (byValue !== undefined && byValue.id !== exceptId) {
    return taken(`Another ${what} has the ${name} ${value}. Choose another one.`);
  }
  const byExternalId = externalId ? await findByExternalId(context, table, externalId) : undefined;
  if (byExternalId === undefined || byExternalId.id === exceptId) return undefined;
  const id = formatId(kind, byExternalId.id);
  return new Problem("already_exists", `The ${what} ${id} already has this external_id.`);
}

/**
 * Throws if another resource than `exceptId` has one of the values. The old address of `exceptId` redirects to the new one. Call
 * it before the row is updated.
 */
export async function claimUnique(
  context: Context,
  uniqueness: Uniqueness,
  exceptId: string | undefined,
  values: Values,
): Promise<void> {
  const conflict = await findConflict(context, uniqueness, exceptId, values);
  if (conflict) throw conflict;
  if (exceptId !== undefined) await moveAddress(context, uniqueness.kind, exceptId, values.slug ?? values.path);
}

/**
 * Inserts a resource. Throws if another one has one of the values. `insert` returns false if it found one of them taken.
 */
export async function insertUnique(
  context: Context,
  uniqueness: Uniqueness,
  values: Values,
  insert: () => Promise<boolean>,
): Promise<void> {
  if (await insert()) return takeAddress(context, uniqueness.kind, values.slug ?? values.path);
  const conflict = await findConflict(context, uniqueness, undefined, values);
  throw (
    conflict ?? new RetryableProblem("conflict", `The same ${uniqueness.what} was created concurrently. Try again.`)
  );
}
