import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { badRowsOf } from "../support/imports.ts";
import { course, courseNames, filesOf, folder, imported, scopes } from "../support/imported-courses.ts";
import { anOperator } from "../support/operator.ts";

void describe("Course folders imported by a job", () => {
  void test("are all read before the first write", async () => {
    const operator = await anOperator(scopes);
    const texts = { ...folder("good"), ...folder("bad", "levle: 3\n"), ...folder("worse", "language: 7\n") };
    const job = await imported(operator, { format: "course_folder", files: filesOf(texts) });
    assert.deepEqual([job.status, job.error?.code, job.progress["processed"]], ["failed", "validation_failed", 0]);
    assert.match(job.error!.detail, /^bad\/course\.md:3: there is no field levle.*\nworse\/course\.md:3: language: /s);
    assert.deepEqual(await courseNames(operator), []);
  });

  void test("report conflicts with the site by file and line", async () => {
    const operator = await anOperator(scopes);
    const texts = {
      ...folder("taught", "level: all\nlecturers:\n  - unknown\n"),
      "empty/course.md": course("Empty", "status: published\n"),
      ...folder("pictured"),
      "pictured/01-knots/01-bowline.md":
        "---\ntitle: Bowline\nattachments:\n  - kind: link\n    title: A\n    external_url: https://a.example\n" +
        "    external_id: twice\n  - kind: link\n    title: B\n    external_url: https://b.example\n" +
        "    external_id: twice\n---\n",
    };
    const job = await imported(operator, { format: "course_folder", files: filesOf(texts) });
    const rows = await badRowsOf(operator, job as never);
    assert.deepEqual(
      rows.map(({ error: { code, detail } }) => [code, detail]),
      [
        ["not_publishable", "empty/course.md:3: status: Publish at least one lecture of the course."],
        [
          "validation_failed",
          "pictured/01-knots/01-bowline.md:11: attachments.1.external_id: This external_id appears twice in the curriculum.",
        ],
        [
          "validation_failed",
          "taught/course.md:5: lecturers.0: There is no lecturer with the slug unknown at this site. Create the lecturer first.",
        ],
      ],
    );
  });

  void test("take invalid targets of links in a text as names of nothing", async () => {
    const operator = await anOperator(scopes);
    const texts = {
      ...folder("good"),
      "good/01-knots/01-bowline.md": "---\ntitle: Bowline\n---\n\n[a](lectern-lecture:%zz) [b](lectern-file:100%)\n",
    };
    const job = await imported(operator, { format: "course_folder", files: filesOf(texts) });
    assert.deepEqual([job.status, job.error], ["succeeded", null]);
  });
});
