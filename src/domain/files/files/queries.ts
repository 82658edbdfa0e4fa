import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import { type FileRow, isMemberPurpose, type Purpose } from "./file.ts";
import { memberOf } from "#access/caller.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { formatId } from "#domain/platform/ids.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";

const files = defineTable<FileRow, NewFile & { searchTerms: string[] }>("files", { lists: ["variants"] });
export const { columns, find: findFile, lockToDelete: lockFile } = files;

/**
 * Selects the attached files of a row's `file_ids`, in order. Looks up each of them by its key: for a comparison with the
 * array, any index of the site looks as good without statistics.
 */
export const attachedFiles = (owner: Sql): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', files.id, 'filename', files.filename,
                                                'contentType', files.content_type, 'byteSize', files.byte_size)
                             order by array_position(${owner}.file_ids, files.id)), '[]')
     from (select distinct unnest(${owner}.file_ids) as id) as attached
    cross join ${table("files").joined(sql`${owner}.site_id`, sql`attached.id`)}
    where files.deleted_at is null)`;

/** Returns true if the file exists, and locks it against deletion until the transaction ends. */
export const lockFileIfExists = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from files where site_id = ${site.id} and id = ${id} and ${table("files").present} for key share`) !==
  undefined;

/** Filters ids to existing files that match `confine`. */
export const listFilesById = ({ db, site }: SiteScope, ids: readonly string[], confine: Sql) =>
  db.many<FileRow>`
    select ${columns} from ${table("files").withIds(site.id, ids)}
     where files.deleted_at is null
       and ${confine}`;

type NewFile = Omit<FileRow, "version" | "createdAt" | "updatedAt" | "status" | "durationSeconds">;

/** Returns false if the site already has a file with this id or external id. */
export const insertFile = (scope: SiteScope, file: NewFile, now: Date): Promise<boolean> =>
  files.insertUnique(scope, { ...file, searchTerms: searchTermsOfFile(scope.site, file) }, now);

export const searchTermsOfFile = (site: SiteScope["site"], { filename }: Pick<FileRow, "filename">): string[] =>
  searchTermsFor(site, [filename.replace(/[._-]/g, " "), filename]);

export async function deleteFileRow({ db, site }: SiteScope, id: string, now: Date): Promise<void> {
  await db.run`
    update files set object_id = null, variants = '[]', deleted_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${contentOf(site.id)} and id = ${id}`;
}

/** The condition that a row of `files` is in the school's library. A constant, as in the predicates of the indexes. */
export const isManaged = sql`files.purpose <> all ('{submission,profile_picture}'::text[])`;

/**
 * SQL condition: the caller manages the file. Confined callers manage their own uploads only. Files with a purpose of
 * members are accessible only through the resource that they belong to.
 */
export const ownFiles = (context: Context): Sql =>
  isConfined(context) ? sql`${isManaged} and files.member_id = ${memberOf(context.caller)}` : isManaged;

/** Throws not found if the file is not the caller's. */
export function requireOwn(
  context: Context,
  what: "file" | "upload",
  file: { id: string; memberId: string | null; purpose: Purpose },
): void {
  const isOwn = !isConfined(context) || file.memberId === memberOf(context.caller);
  if (isOwn && !isMemberPurpose(file.purpose)) return;
  throw notFound(what, formatId(what, file.id));
}

/** Prefixes of the external IDs by which imports find files with the same content again. */
export const importPrefixes = { courseFolder: "course-folder/", courseDescription: "course-description/" } as const;

/** Description of the field for clients. */
export const aboutExternalId = `ID in another system, unique per site. Must not start with ${Object.values(importPrefixes).join(" or ")}.`;

/** Rejects external IDs of imports, which would take the file of a client for one of theirs. */
export function requireNoImportId(
  { restoresArchive }: Pick<Context, "restoresArchive">,
  externalId: string | null | undefined,
): void {
  const prefix = Object.values(importPrefixes).find((each) => externalId?.startsWith(each));
  if (prefix === undefined || restoresArchive) return;
  const detail = `External IDs of files that start with ${prefix} are reserved for imports. Choose another one.`;
  throw validationFailed("/externalId", "reserved", detail);
}

/** Takes an external ID from a deleted file, so that an import can create the file again. */
export async function releaseImportId(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  externalId: string,
): Promise<void> {
  await db.run`
    update files set external_id = null, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and external_id = ${externalId} and deleted_at is not null`;
}
