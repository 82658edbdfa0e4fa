import { identifier, type Sql, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { toWire } from "#lib/wire/names.ts";
import type { FileReference } from "./file.ts";

interface Use {
  kind: IdKind;
  /** Has `site_id`, `id` and `deleted_at`. */
  table: Sql;
  /** The condition that a row, of `things`, uses this file: as an index of the table answers it. */
  uses: (fileId: string) => Sql;
  /** The files that a row uses; of none it may be null. */
  files: Sql;
  /** What is written into a row so that it uses the file no more, where something deleted may come back. */
  without?: (fileId: string) => Sql;
}

/** Each kind of thing that shows or hands out files. */
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
    // Said as the index says it, so that it is used.
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
    // As long as it is read.
    sql`(select site_id, id, file_id, null::timestamptz as deleted_at from jobs where status in ('queued', 'running'))`,
    sql`things.file_id`,
  ),
];

function byColumn(kind: IdKind, table: Sql, column: Sql): Use {
  return { kind, table, uses: (id) => sql`${column} = ${id}`, files: column };
}

/** By one column of a table of its own. */
function shownBy(kind: IdKind, table: string, column: string): Use {
  return {
    ...byColumn(kind, identifier(table), sql`things.${identifier(column)}`),
    without: () => sql`${identifier(column)} = null`,
  };
}

/** By the picture that others show of a page. */
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
 * Takes a file away from whatever uses it and could come back: otherwise that would show a file that is gone. Answers from
 * what, and whether that is deleted still: what came back at this moment is not.
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
 * The condition that something uses a row of `files`. What a site uses is gathered once for the whole question, and held in
 * a hash, however many files it is asked of.
 */
export const isUsed = (siteId: string): Sql => {
  const used = uses
    .map(
      ({ table, files }) => sql`
      select ${files} as file_id from ${table} things where things.site_id = ${siteId} and things.deleted_at is null`,
    )
    .reduce((left, right) => sql`${left} union all ${right}`);
  // "is true" keeps the planner from making a join of it, which would find all such files and sort them.
  return sql`(files.id in (select used.file_id from (${used}) as used where used.file_id is not null)) is true`;
};
