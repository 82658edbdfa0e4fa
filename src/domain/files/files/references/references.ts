import { contentIn } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { resources } from "#domain/resources.ts";
import { toWire } from "#lib/wire/names.ts";
import type { FileReference } from "#domain/files/files/file.ts";
import type { FileUse } from "#domain/platform/file-use.ts";

/** All resource types that display or offer files. */
const uses: readonly FileUse<IdKind>[] = resources.flatMap(({ fileUses }): readonly FileUse<IdKind>[] => fileUses);

/** Maximum number listed per resource type. */
const maxListed = 100;

/** Returns all resources that use a file. */
export async function findReferences({ db, site }: SiteScope, fileId: string): Promise<FileReference[]> {
  const references: FileReference[] = [];
  for (const { kind, table, uses: isUse } of uses) {
    const users = await db.many<{ id: string }>`
      select referencing.id from ${table} referencing
       where referencing.site_id = ${site.id} and ${isUse(fileId)} and referencing.deleted_at is null limit ${maxListed}`;
    references.push(...users.map(({ id }) => ({ object: toWire(kind), id: formatId(kind, id) })));
  }
  return references;
}

/**
 * Removes a file from resources that can be restored, which would otherwise refer to a missing file. Returns them,
 * and whether each is still deleted: one may have been restored concurrently.
 */
export async function takeFromDeleted(
  { db, site }: SiteScope,
  fileId: string,
): Promise<(FileReference & { isDeleted: boolean })[]> {
  const left: (FileReference & { isDeleted: boolean })[] = [];
  for (const { kind, table, uses: isUse, without } of uses) {
    if (!without) continue;
    const users = await db.write.many<{ id: string; isDeleted: boolean }>`
      update ${table} referencing set ${without(fileId)}
       where referencing.site_id = ${contentIn(table, site.id)} and ${isUse(fileId)}
      returning referencing.id, referencing.deleted_at is not null as is_deleted`;
    left.push(...users.map(({ id, isDeleted }) => ({ object: toWire(kind), id: formatId(kind, id), isDeleted })));
  }
  return left;
}

/**
 * SQL condition: a resource uses the row of `files`. The used files of a site are collected once per query in a hash,
 * for any number of rows. `orByDeleted` includes deleted resources, which can be restored.
 */
export const isUsed = (siteId: string, { orByDeleted = false } = {}): Sql => {
  const isUser = orByDeleted ? sql`true` : sql`referencing.deleted_at is null`;
  const used = uses
    .map(
      ({ table, files }) => sql`
      select ${files} as file_id from ${table} referencing where referencing.site_id = ${siteId} and ${isUser}`,
    )
    .reduce((left, right) => sql`${left} union all ${right}`);
  // "is true" keeps the planner from choosing a join, which would find and sort all such files.
  return sql`(files.id in (select used.file_id from (${used}) as used where used.file_id is not null)) is true`;
};
