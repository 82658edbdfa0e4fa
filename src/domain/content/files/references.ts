import { identifier, type Sql, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import type { FileReference } from "./file.ts";

interface Use {
  kind: IdKind;
  /** Has the columns `site_id`, `id` and `deleted_at`. */
  table: Sql;
  /** SQL condition on `things` that a row uses the file, in a form that matches an index of the table. */
  uses: (fileId: string) => Sql;
  /** SQL for the files that a row uses; may be null. */
  files: Sql;
  /** SQL assignment that removes the file from a row, for tables whose deleted rows can be restored. */
  without?: (fileId: string) => Sql;
}

/** All resource types that display or offer files. */
const uses: readonly Use[] = [
  shownBy("course", "courses", "cover_file_id"),
  shownBy("lecturer", "lecturers", "picture_file_id"),
  // The condition is the predicate of the partial index. Members are erased, never restored: there is no `without`.
  byColumn("member", sql`(select * from members where picture_file_id is not null)`, sql`things.picture_file_id`),
  shownBy("event", "events", "cover_file_id"),
  {
    kind: "site",
    table: sql`(select site_id, site_id as id, null::timestamptz as deleted_at,
                       array[logo_file_id, logo_dark_file_id, favicon_file_id, cover_file_id] as files
                  from appearances)`,
    uses: (id) => sql`things.files @> array[${id}::uuid]`,
    files: sql`unnest(things.files)`,
  },
  shownBy("post", "posts", "cover_file_id"),
  inSeo("course", sql`courses`, sql`seo = (things.seo::jsonb - 'imageFileId')::json`),
  inSeo("post", sql`posts`, sql`seo = (things.seo::jsonb - 'imageFileId')::json`),
  inSeo("page", sql`pages`),
  inSeo("site", sql`(select site_id, site_id as id, null::timestamptz as deleted_at, seo from schools)`),
  byColumn("attachment", sql`attachments`, sql`things.file_id`),
  {
    kind: "lecture",
    table: sql`lectures`,
    uses: (id) => sql`
      (things.video @> jsonb_build_object('fileId', ${id}::uuid)
       or things.video @> jsonb_build_object('captions', jsonb_build_array(jsonb_build_object('fileId', ${id}::uuid))))`,
    files: sql`(jsonb_path_query(things.video, '$.**.fileId') #>> '{}')::uuid`,
    without: (id) => sql`
      video = case when things.video @> jsonb_build_object('fileId', ${id}::uuid) then null
                   else jsonb_set(things.video, '{captions}',
                                  jsonb_path_query_array(things.video, '$.captions[*] ? (@.fileId != $file)',
                                                         jsonb_build_object('file', ${id}::uuid))) end`,
  },
  {
    kind: "page",
    table: sql`pages`,
    uses: (id) => sql`things.blocks @> jsonb_build_array(jsonb_build_object('kind', 'image', 'fileId', ${id}::uuid))`,
    files: sql`(jsonb_path_query(things.blocks, '$[*] ? (@.kind == "image").fileId') #>> '{}')::uuid`,
  },
  shownBy("digitalProduct", "digital_products", "cover_file_id"),
  byColumn(
    "digitalProduct",
    sql`(select kept.site_id, kept.product_id as id, kept.file_id, products.deleted_at
           from digital_product_files kept
           join digital_products products on products.site_id = kept.site_id and products.id = kept.product_id)`,
    sql`things.file_id`,
  ),
  {
    kind: "submission",
    // Repeats the condition of the index, so that the planner uses it.
    table: sql`(select * from submissions where file_ids <> '{}')`,
    uses: (id) => sql`things.file_ids @> array[${id}::uuid]`,
    files: sql`unnest(things.file_ids)`,
  },
  {
    kind: "formSubmission",
    table: sql`(select * from form_submissions where file_ids <> '{}')`,
    uses: (id) => sql`things.file_ids @> array[${id}::uuid]`,
    files: sql`unnest(things.file_ids)`,
  },
  byColumn(
    "job",
    // While the file is being read.
    sql`(select site_id, id, file_id, null::timestamptz as deleted_at from jobs where status in ('queued', 'running'))`,
    sql`things.file_id`,
  ),
];

function byColumn(kind: IdKind, table: Sql, column: Sql): Use {
  return { kind, table, uses: (id) => sql`${column} = ${id}`, files: column };
}

/** Use by one column of a table. */
function shownBy(kind: IdKind, table: string, column: string): Use {
  return {
    ...byColumn(kind, identifier(table), sql`things.${identifier(column)}`),
    without: () => sql`${identifier(column)} = null`,
  };
}

/** Use as the preview image of a page (SEO). */
function inSeo(kind: IdKind, table: Sql, without?: Sql): Use {
  const file = sql`things.seo ->> 'imageFileId'`;
  return {
    kind,
    table,
    uses: (id) => sql`${file} = ${id}::text`,
    files: sql`(${file})::uuid`,
    ...(without && { without: () => without }),
  };
}

/** Maximum number listed per resource type. */
const maxListed = 100;

/** Returns all resources that use a file. This is the only place that knows them all. */
export async function findReferences({ db, site }: SiteScope, fileId: string): Promise<FileReference[]> {
  const references: FileReference[] = [];
  for (const { kind, table, uses: isUse } of uses) {
    const users = await db.many<{ id: string }>`
      select things.id from ${table} things
       where things.site_id = ${site.id} and ${isUse(fileId)} and things.deleted_at is null limit ${maxListed}`;
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
    const users = await db.many<{ id: string; isDeleted: boolean }>`
      update ${table} things set ${without(fileId)}
       where things.site_id = ${site.id} and ${isUse(fileId)}
      returning things.id, things.deleted_at is not null as is_deleted`;
    left.push(...users.map(({ id, isDeleted }) => ({ object: toWire(kind), id: formatId(kind, id), isDeleted })));
  }
  return left;
}

/**
 * SQL condition: a resource uses the row of `files`. The used files of a site are collected once per query in a hash,
 * for any number of rows.
 */
export const isUsed = (siteId: string): Sql => {
  const used = uses
    .map(
      ({ table, files }) => sql`
      select ${files} as file_id from ${table} things where things.site_id = ${siteId} and things.deleted_at is null`,
    )
    .reduce((left, right) => sql`${left} union all ${right}`);
  // "is true" keeps the planner from choosing a join, which would find and sort all such files.
  return sql`(files.id in (select used.file_id from (${used}) as used where used.file_id is not null)) is true`;
};
