import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { releaseObjects } from "#domain/platform/storage/objects.ts";
import { isUsed, takeFromDeleted } from "#domain/files/files/references/references.ts";
import type { RequestContext, SiteScope } from "#domain/platform/context.ts";
import type { Erased } from "./person.ts";

const filesPerTransaction = 200;

/**
 * Deletes the person's submissions and profile pictures, and their unused uploads without a specific purpose. Keeps the
 * other library files, with a pseudonym as uploader.
 */
export async function eraseFiles(context: RequestContext, person: Erased): Promise<void> {
  const { db, site, now } = context;
  await db.transaction((inside) => erasePictures({ ...context, db: inside }, person));
  const ownFiles = sql`
    files.member_id = ${person.memberId}
    and (files.deleted_at is not null or files.purpose in ('submission', 'profile_picture')
         or (files.purpose in ('avatar', 'import', 'other') and not (${isUsed(site.id)})))`;
  for (let removed = 1; removed > 0;) {
    removed = await db.transaction((inside) => deleteFiles({ db: inside, site }, ownFiles, now));
  }
  await db.run`
    update files set member_id = ${person.pseudonymId}, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and member_id = ${person.memberId}`;
}

/** Deletes the pictures of the member and of their lecturer profile, including those that another member uploaded. */
async function erasePictures({ db, site, now }: SiteScope & { now: Date }, { memberId }: Erased): Promise<void> {
  const pictures = await db.many<{ id: string }>`
    select picture_file_id as id from members
     where site_id = ${site.id} and id = ${memberId} and picture_file_id is not null
     union
    select picture_file_id as id from lecturers
     where site_id = ${site.id} and member_id = ${memberId} and picture_file_id is not null`;
  const ids = pictures.map(({ id }) => id);
  await db.run`update members set picture_file_id = null where site_id = ${contentOf(site.id)} and id = ${memberId}`;
  await db.run`update lecturers set picture_file_id = null where site_id = ${contentOf(site.id)} and member_id = ${memberId}`;
  await deleteFiles({ db, site }, sql`files.id = any(${ids}::uuid[]) and not (${isUsed(site.id)})`, now);
}

/** Deletes files permanently and returns their number. Their objects are deleted after the transaction. */
async function deleteFiles({ db, site }: SiteScope, condition: Sql, now: Date): Promise<number> {
  const files = await db.many<{ id: string; objectId: string | null; variants: { objectId: string }[] }>`
    select files.id, files.object_id, files.variants from files
     where files.site_id = ${site.id} and ${condition}
     order by files.id limit ${filesPerTransaction} for update`;
  const ids = files.map(({ id }) => id);
  for (const id of ids) await takeFromDeleted({ db, site }, id);
  await db.run`
    update jobs set file_id = null, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and file_id = any(${ids}::uuid[])`;
  await db.run`delete from files where site_id = ${contentOf(site.id)} and id = any(${ids}::uuid[])`;
  const objects = files.flatMap(({ objectId, variants }) => [
    ...(objectId === null ? [] : [objectId]),
    ...variants.map((variant) => variant.objectId),
  ]);
  await releaseObjects({ db, site }, objects, now);
  return files.length;
}
