import assert from "node:assert/strict";
import { test } from "node:test";
import { fillLargeSite } from "../../../bench/archive/fill.ts";
import { importOulad } from "../../../bench/oulad/import/import-oulad.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { datasetFolder } from "../../../bench/harness/datasets.ts";
import { missingDataset } from "../imports/fixtures/datasets.ts";
import { asCommand, assertSame, exportedSite, importedSite } from "./support.ts";

/**
 * `ARCHIVED_PEOPLE=20000 npm run test:long -- test/domain/site-archive/large-sites.long.test.ts` copies large sites in
 * half an hour. With fewer people, every resource has more than one page and one batch of rows, too.
 */
const people = Number(process.env["ARCHIVED_PEOPLE"] ?? 600);

/** Copies a site by its archive, and that copy by an archive of its own: both archives hold the same. */
async function assertCopied(source: ASite, expected: Record<string, number>): Promise<void> {
  const archive = await exportedSite(source);
  const target = await aSite();
  const run = await importedSite(target, archive);
  assert.deepEqual(run.reported, []);
  for (const [name, count] of Object.entries(expected)) {
    assert.equal(run.counts[name]?.created, count, `${name}: ${JSON.stringify(run.counts[name])}`);
  }
  await assertSame(archive, await exportedSite(target), run);
}

void test("A large generated site is copied with all its people, courses, sales and files", async () => {
  const source = await aSite();
  const [courses, files] = [Math.ceil(people / 40), Math.ceil(people / 20)];
  await fillLargeSite(asCommand(source), { members: people, courses, files });
  const enrollments = 3 * people;
  await assertCopied(source, { members: people, enrollments, orders: enrollments, comments: enrollments, files });
});

void test("A site with the Open University data set is copied", { skip: missingDataset("oulad") }, async () => {
  const source = await aSite();
  const { members, enrollments, attempts, submissions } = await importOulad(
    asCommand(source),
    datasetFolder("oulad"),
    people < 20_000 ? { students: people } : {},
  );
  await assertCopied(source, { members, enrollments, quiz_attempts: attempts, submissions });
});
