import { contentIn } from "#database/content/content-of.ts";
import { type Sql, sql, identifier } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { resources } from "#domain/resources.ts";
import { toWire } from "#lib/wire/names.ts";
import type { FileReference } from "#domain/files/files/file.ts";
import type { FileUse } from "#domain/platform/file-use.ts";

/** All resource types that display or offer files. */
const uses: readonly FileUse<IdKind>[] = resources.flatMap(({ fileUses }): readonly FileUse<IdKind>[] => fileUses);

const maxPerType = 100;

/** Returns all resources that use a file. */
export async function findReferences({ db, site }: SiteScope, fileId: string): Promise<FileReference[]> {
  const references: FileReference[] = [];
  for (const { kind, table, uses: isUse } of uses) {
    const users = await db.many<{ id: string }>`
      select referencing.id from ${table} referencing
       where referencing.site_id = ${site.id} and ${isUse(fileId)} and referencing.deleted_at is null limit ${maxPerType}`;
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
  const remaining: (FileReference & { isDeleted: boolean })[] = [];
  for (const { kind, table, uses: isUse, without } of uses) {
    if (!without) continue;
    const users = await db.write.many<{ id: string; isDeleted: boolean }>`
      update ${table} referencing set ${without(fileId)}
       where referencing.site_id = ${contentIn(table, site.id)} and ${isUse(fileId)}
      returning referencing.id, referencing.deleted_at is not null as is_deleted`;
    remaining.push(...users.map(({ id, isDeleted }) => ({ object: toWire(kind), id: formatId(kind, id), isDeleted })));
  }
  return remaining;
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

/** Columns with texts in which a file of the site can be shown or linked by its address, by table. */
export const textsOfFiles: Readonly<Record<string, readonly string[]>> = {
  appearances: ["custom_css", "header_html", "footer_html", "navigation", "home_sections"],
  assignments: ["instructions_markdown"],
  attachments: ["text", "external_url"],
  consulting_services: ["description_markdown"],
  courses: ["description_markdown"],
  digital_products: ["description_markdown"],
  events: ["description_markdown"],
  forms: ["description_markdown", "fields"],
  lecture_revisions: ["body_markdown"],
  lectures: ["body_markdown"],
  lecturers: ["bio_markdown"],
  membership_plans: ["description_markdown", "faq"],
  messages: ["body_markdown"],
  page_revisions: ["blocks", "body_markdown"],
  pages: ["blocks", "body_markdown"],
  posts: ["body_markdown"],
  quiz_versions: ["content"],
  quizzes: ["questions"],
  redirects: ["target"],
  submissions: ["feedback_markdown"],
};

/** Filters IDs to files whose address is in a text. Includes deleted resources, because they can be restored. */
export async function shownInTexts({ db, site }: SiteScope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const missing = new Map(ids.map((id) => [formatId("file", id), id]));
  const shownIds = new Set<string>();
  for (const [name, columns] of Object.entries(textsOfFiles)) {
    if (missing.size === 0) break;
    const table = identifier(name);
    const text = columns
      .map((column) => sql`${identifier(column)}::text`)
      .reduce((left, right) => sql`${left}, ${right}`);
    const shown = await db.many<{ file: string }>`
      select distinct lower(address.parts[1]) as file
        from ${table} cross join lateral regexp_matches(concat(${text}), 'fil_[0-9a-zA-Z]{26}', 'g') as address(parts)
       where ${table}.site_id = ${site.id} and lower(address.parts[1]) = any(${[...missing.keys()]}::text[])`;
    for (const { file } of shown) {
      const id = missing.get(file);
      if (id !== undefined && missing.delete(file)) shownIds.add(id);
    }
  }
  return shownIds;
}
