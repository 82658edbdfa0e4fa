import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import * as fc from "fast-check";
import type { RequestContext } from "#domain/platform/context.ts";
import { exportCourses } from "#domain/transfer/course-folder/export-courses.ts";
import { writeContent } from "#domain/transfer/course-folder/write-content.ts";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import { storage } from "../../support/worlds/storage.ts";
import { aSiteContext } from "../support.ts";
import { arbitraryCourse } from "./arbitrary-course.ts";

const seed = Number(process.env["FOLDER_SEED"] ?? 20_261_121);

void describe(`Courses as folders (FOLDER_SEED=${seed})`, () => {
  void test("are exported byte for byte as imported, and importing them again changes nothing", async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(arbitraryCourse, { minLength: 1, maxLength: 3, selector: ({ matter }) => matter.slug }),
        async (courses) => {
          const context = await aSite();
          const texts = new Map(
            courses.flatMap((course) =>
              [...writeContent(course)].map(([name, text]) => [`${course.matter.slug}/${name}`, text]),
            ),
          );
          const [folder, out] = [aFolder(t), aFolder(t)];
          write(folder, texts);
          const first = await importNow(context, { format: "course_folder" }, folder);
          assert.deepEqual(first, outcome({ created: courses.length }));
          await exportCourses(context, "all", out);
          assert.deepEqual(contentsOf(out), texts);
          const before = await stateOf(context);
          assert.deepEqual(
            await importNow(context, { format: "course_folder" }, out),
            outcome({ unchanged: courses.length }),
          );
          assert.deepEqual(await stateOf(context), before);
        },
      ),
      { numRuns: 5, seed, endOnFailure: true },
    );
  });

  void test("are updated in place from any state to any other", async (t) => {
    await fc.assert(
      fc.asyncProperty(arbitraryCourse, arbitraryCourse, async (one, other) => {
        const context = await aSite();
        const next = {
          ...other,
          matter: { ...other.matter, slug: one.matter.slug, externalId: one.matter.externalId },
        };
        for (const course of [one, next]) {
          const [folder, out] = [aFolder(t), aFolder(t)];
          const texts = new Map(
            [...writeContent(course)].map(([name, text]) => [`${course.matter.slug}/${name}`, text]),
          );
          write(folder, texts);
          const { counts, failures } = await importNow(context, { format: "course_folder" }, folder);
          assert.deepEqual([failures, counts.created + counts.updated + counts.unchanged], [[], 1]);
          await exportCourses(context, "all", out);
          assert.deepEqual(contentsOf(out), texts);
        }
      }),
      { numRuns: 4, seed, endOnFailure: true },
    );
  });
});

const aSite = async (): Promise<RequestContext> => ({ ...(await aSiteContext())(), storage });

const outcome = (counts: object) => ({
  counts: { created: 0, updated: 0, unchanged: 0, failed: 0, ...counts },
  failures: [],
  warnings: [],
});

/** The state that any change would affect. */
const stateOf = ({ db, site }: RequestContext) =>
  db.many<object>`
    select courses.id, courses.version, courses.curriculum_version, courses.updated_at,
           (select count(*) from outbox_events where outbox_events.site_id = ${site.id}) as events
      from courses where courses.site_id = ${site.id} order by courses.id`;

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-courses-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function write(folder: string, texts: ReadonlyMap<string, string>): void {
  for (const [name, text] of texts) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

function contentsOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return new Map(paths.map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));
}
