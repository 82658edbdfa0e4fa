import { table } from "#database/table/table.ts";
import { dropFiles } from "#domain/files/files/drop-files.ts";
import { importPrefixes } from "#domain/files/files/import-ids.ts";
import { isUsed } from "#domain/files/files/references/references.ts";
import { shownInTexts } from "#domain/files/files/references/texts.ts";
import type { Context } from "#domain/platform/context.ts";

/**
 * Deletes images that an import has stored for a description, if nothing else uses or shows them. Skips images that
 * another transaction has locked, because it is about to show or to delete them.
 */
export async function dropUnusedImages(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, site } = context;
  const locked = await db.many<{ id: string }>`
    select files.id from ${table("files").withIds(site.id, ids)}
     where ${table("files").present} and files.external_id like ${`${importPrefixes.courseDescription}%`}
       for update skip locked`;
  if (locked.length === 0) return;
  const unused = await db.many<{ id: string }>`
    select files.id from files
     where files.site_id = ${site.id} and files.id = any(${locked.map(({ id }) => id)}::uuid[])
       and not (${isUsed(site.id, { orByDeleted: true })})`;
  const candidates = unused.map(({ id }) => id);
  const shown = await shownInTexts(context, candidates);
  await dropFiles(
    context,
    candidates.filter((id) => !shown.has(id)),
  );
}
