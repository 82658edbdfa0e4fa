import assert from "node:assert/strict";
import { test } from "node:test";
import { listFiles } from "#domain/files/files/list-files.ts";
import { findReferences } from "#domain/files/files/references/references.ts";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { database } from "../../support/databases/database.ts";
import { aFuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { insertFiles } from "../../support/worlds/inhabited-files.ts";
import { insertJobs } from "../../support/worlds/inhabited-jobs.ts";
import { storage } from "../../support/worlds/storage.ts";

/** One example of each kind of resource that uses a file. */
const uses: Record<string, (file: string, site: string) => Sql> = {
  course: (file, site) => sql`update courses set cover_file_id = ${file} where site_id = ${site}`,
  lecturer: (file, site) => sql`update lecturers set picture_file_id = ${file} where site_id = ${site}`,
  member: (file, site) => sql`update members set picture_file_id = ${file} where site_id = ${site}`,
  event: (file, site) => sql`update events set cover_file_id = ${file} where site_id = ${site}`,
  post: (file, site) => sql`update posts set cover_file_id = ${file} where site_id = ${site}`,
  attachment: (file, site) =>
    sql`update attachments set file_id = ${file}, external_url = null, text = null where site_id = ${site}`,
  "lecture, as its video": (file, site) => sql`
    update lectures set video = jsonb_build_object('fileId', ${file}::uuid) where site_id = ${site}`,
  "lecture, as captions": (file, site) => sql`
    update lectures set video = video || jsonb_build_object('captions',
      jsonb_build_array(jsonb_build_object('language', 'en', 'fileId', ${file}::uuid))) where site_id = ${site}`,
  page: (file, site) => sql`
    update pages set blocks = jsonb_build_array(jsonb_build_object('kind', 'image', 'fileId', ${file}::uuid)),
           body_markdown = null
     where site_id = ${site}`,
  "digital product, as its cover": (file, site) => sql`
    update digital_products set cover_file_id = ${file} where site_id = ${site}`,
  "digital product, as a delivered file": (file, site) => sql`
    update digital_product_files set file_id = ${file} where site_id = ${site}`,
  submission: (file, site) => sql`update submissions set file_ids = array[${file}::uuid] where site_id = ${site}`,
  job: (file, site) =>
    sql`update jobs set file_id = ${file}, status = 'queued', finished_at = null where site_id = ${site}`,
};

void test("For every kind of use, the list and the file agree that the file is in use", async (t) => {
  const world = await aFuzzWorld();
  await world.stock();
  await insertFiles(world.site, world.member, "spare");
  await insertJobs(world.site, world.member, "rows");
  const context = { ...world.site.context(), caller: { kind: "cli" } as const, storage };
  const siteId = context.site.id;
  const list = async (unused: boolean) =>
    (await perform(listFiles, context, { unused, limit: 200 })).data.map(({ id }) => id);

  for (const [name, use] of Object.entries(uses)) {
    await t.test(name, async () => {
      const id = newId();
      const copied = await database.run`
        insert into files (site_id, id, object_id, filename, content_type, byte_size, sha256, purpose, visibility,
                           created_at, updated_at)
        select site_id, ${id}, object_id, 'used.png', content_type, byte_size, sha256, 'other', 'public', created_at,
               updated_at
          from files where site_id = ${siteId} and filename = 'spare.png'`;
      assert.equal(copied, 1);
      assert.ok((await list(true)).includes(id));
      assert.deepEqual(await findReferences(context, id), []);

      const used = await database.run`${use(id, siteId)}`;
      assert.ok(used > 0, "The site has no resource that could use it.");
      assert.ok((await list(false)).includes(id));
      assert.ok(!(await list(true)).includes(id));
      assert.notDeepEqual(await findReferences(context, id), []);
    });
  }
});
