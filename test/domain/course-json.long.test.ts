import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import * as fc from "fast-check";
import type { RequestContext } from "#domain/platform/context.ts";
import { writeContent } from "#domain/transfer/course-folder/write-content.ts";
import { exportDocuments } from "#domain/transfer/course-json/export-documents.ts";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import { storage } from "../support/worlds/storage.ts";
import { arbitraryCourse } from "./course-folder/arbitrary-course.ts";
import { aSiteContext } from "./support.ts";

const seed = Number(process.env["DOCUMENT_SEED"] ?? 20_261_122);

void describe(`Courses as JSON (DOCUMENT_SEED=${seed})`, () => {
  void test("change nothing when imported again, and are identical at another site", async (t) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(arbitraryCourse, { minLength: 1, maxLength: 3, selector: ({ matter }) => matter.slug }),
        async (courses) => {
          const [folder, file] = [aFolder(t), path.join(aFolder(t), "courses.json")];
          for (const course of courses) {
            for (const [name, text] of writeContent(course)) {
              const target = path.join(folder, course.matter.slug, name);
              await mkdir(path.dirname(target), { recursive: true });
              await writeFile(target, text);
            }
          }
          const context = await aSite();
          await importNow(context, { format: "course_folder" }, folder);
          const before = await stateOf(context);
          const text = await exported(context);
          writeFileSync(file, text);
          assert.deepEqual(await importNow(context, { format: "course_json" }, file), {
            counts: { created: 0, updated: 0, unchanged: courses.length, failed: 0 },
            failures: [],
            warnings: [],
          });
          assert.deepEqual(await stateOf(context), before);

          const other = await aSite();
          const { counts, failures } = await importNow(other, { format: "course_json" }, file);
          assert.deepEqual([counts.created, failures], [courses.length, []]);
          assert.equal(await exported(other), text);
        },
      ),
      { numRuns: 4, seed, endOnFailure: true },
    );
  });
});

const aSite = async (): Promise<RequestContext> => ({ ...(await aSiteContext())(), storage });

async function exported(context: RequestContext): Promise<string> {
  let text = "";
  await exportDocuments(context, "all", (part) => {
    text += part;
    return Promise.resolve();
  });
  return text;
}

const stateOf = ({ db, site }: RequestContext) =>
  db.many`
    select 'course' as what, id, version from courses where site_id = ${site.id}
     union all select 'section', id, version from sections where site_id = ${site.id}
     union all select 'lecture', id, version from lectures where site_id = ${site.id}
     union all select 'attachment', id, version from attachments where site_id = ${site.id}
     union all select 'quiz', lecture_id, version from quizzes where site_id = ${site.id}
     union all select 'event', id, 1 from outbox_events where site_id = ${site.id}
     order by 1, 2`;

function aFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-json-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
