import { type Sql, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import { formatId, type IdKind } from "#domain/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import type { FileReference } from "./file.ts";

/** Each kind of thing that shows or hands out files, and the condition that it does so with this one. */
const uses: readonly { kind: IdKind; table: Sql; uses: (fileId: unknown) => Sql }[] = [
  { kind: "course", table: sql`courses`, uses: (id) => sql`things.cover_file_id = ${id}` },
  { kind: "lecturer", table: sql`lecturers`, uses: (id) => sql`things.picture_file_id = ${id}` },
  { kind: "event", table: sql`events`, uses: (id) => sql`things.cover_file_id = ${id}` },
  {
    kind: "site",
    table: sql`(select site_id, site_id as id, null::timestamptz as deleted_at,
                       array[logo_file_id, logo_dark_file_id, favicon_file_id, cover_file_id] as files
                  from appearances)`,
    uses: (id) => sql`things.files @> array[${id}::uuid]`,
  },
  { kind: "post", table: sql`posts`, uses: (id) => sql`things.cover_file_id = ${id}` },
  { kind: "attachment", table: sql`attachments`, uses: (id) => sql`things.file_id = ${id}` },
  {
    kind: "lecture",
    table: sql`lectures`,
    uses: (id) => sql`
      (things.video @> jsonb_build_object('fileId', ${id}::uuid)
       or things.video @> jsonb_build_object('captions', jsonb_build_array(jsonb_build_object('fileId', ${id}::uuid))))`,
  },
  {
    kind: "page",
    table: sql`pages`,
    uses: (id) => sql`things.blocks @> jsonb_build_array(jsonb_build_object('kind', 'image', 'fileId', ${id}::uuid))`,
  },
  { kind: "digitalProduct", table: sql`digital_products`, uses: (id) => sql`things.cover_file_id = ${id}` },
  {
    kind: "digitalProduct",
    table: sql`(select kept.site_id, kept.product_id as id, kept.file_id, products.deleted_at
                  from digital_product_files kept
                  join digital_products products on products.site_id = kept.site_id and products.id = kept.product_id)`,
    uses: (id) => sql`things.file_id = ${id}`,
  },
  {
    kind: "submission",
    table: sql`submissions`,
    // Said as the index says it, so that it is used.
    uses: (id) => sql`things.file_ids <> '{}' and things.file_ids @> array[${id}::uuid]`,
  },
  {
    // As long as it is read.
    kind: "job",
    table: sql`(select site_id, id, file_id, status, null::timestamptz as deleted_at from jobs)`,
    uses: (id) => sql`things.file_id = ${id} and things.status in ('queued', 'running')`,
  },
];

/** As many of one kind as are told of. */
const most = 100;

/** All that a file is in use at: the one place that knows. */
export async function findReferences({ db, site }: SiteScope, fileId: string): Promise<FileReference[]> {
  const references: FileReference[] = [];
  for (const { kind, table, uses: isUse } of uses) {
    const users = await db.many<{ id: string }>`
      select things.id from ${table} things
       where things.site_id = ${site.id} and ${isUse(fileId)} and things.deleted_at is null limit ${most}`;
    references.push(...users.map(({ id }) => ({ object: toWire(kind), id: formatId(kind, id) })));
  }
  return references;
}

/**
 * The condition that something uses a row of `files`. One question for all kinds, so that each is asked by its index for
 * the files that are looked at, and never read as a whole.
 */
export const isUsed = (): Sql =>
  sql`exists (${uses
    .map(
      ({ table, uses: isUse }) => sql`
      (select from ${table} things
        where things.site_id = files.site_id and ${isUse(sql`files.id`)} and things.deleted_at is null)`,
    )
    .reduce((left, right) => sql`${left} union all ${right}`)})`;
