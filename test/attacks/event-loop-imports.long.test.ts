import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { parseId } from "#domain/platform/ids.ts";
import { assertStatus } from "../support/assert-status.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { scopes, zipped } from "../rest/support/imported-courses.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertQuickJob } from "./support/turns.ts";

async function measureImport(operator: Operator, body: object): Promise<number> {
  const response = await operator.post("/imports", body);
  assertStatus(response, 202);
  const { id } = response.json<{ id: string }>();
  const server = await measuredServer();
  return server.runJob(operator.site.site.id, parseId("job", id)!);
}

const section = "---\ntitle: Knots\n---\n";
const lectures = (count: number, text: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `knots/01-knots/${String(index).padStart(4, "0")}-lecture.md`,
      strToU8(`---\ntitle: Lecture ${index}\n---\n\n${text}\n`),
    ]),
  );
const courseOf = (files: Record<string, Uint8Array>) =>
  zipSync({
    "knots/course.md": strToU8("---\nname: Knots\n---\n\nRopes.\n"),
    "knots/01-knots/section.md": strToU8(section),
    ...files,
  });

const courseWith = (fields: string) => zipSync({ "knots/course.md": strToU8(`---\nname: Knots\n${fields}\n---\n`) });

const rows = (line: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

void test("No import blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await operatorOf(await aSite(), `${scopes} members:read members:write students:read students:write`);
  const archives = {
    "an archive of 100 MiB of zeros": courseOf({ "knots/files/zeros.txt": new Uint8Array(100 * 1024 * 1024) }),
    "an archive of 8,000 small files": courseOf(
      Object.fromEntries(Array.from({ length: 8000 }, (_, index) => [`knots/files/${index}.txt`, strToU8("x")])),
    ),
    "a course of 400 lectures": courseOf(lectures(400, "The king of knots. ".repeat(200))),
    "deeply nested YAML": courseWith(`metadata: ${"[".repeat(100_000)}`),
    "YAML of many values": courseWith(`tags: [${"a,".repeat(30_000)}a]`),
  };
  for (const [what, archive] of Object.entries(archives)) {
    const file_id = await zipped(operator, archive);
    await assertQuickJob(`Importing ${what}`, () =>
      measureImport(operator, { format: "course_folder", file_id, dry_run: true }),
    );
  }

  const tables = {
    "20,000 columns": `email,${rows((index) => `column_${index}`, 20_000).replaceAll("\n", ",")}\n`,
    "a row of commas": `email,name\n${",".repeat(900_000)}\n`,
    "a row of quoted cells": `email,name\n${'"a",'.repeat(200_000)}\n`,
    "open quotes": `email,name\n${rows(() => '"a', 200_000)}\n`,
    "many rows": `email,name\n${rows((index) => `a${index}@example.test,A`, 5000)}\n`,
  };
  for (const [what, inline] of Object.entries(tables)) {
    await assertQuickJob(`Importing ${what}`, () =>
      measureImport(operator, { format: "csv", resource: "members", inline, dry_run: true }),
    );
  }
});

void test("No import of a large course as JSON blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await operatorOf(await aSite(), scopes);
  const file = async (count: number, text: string, suffix: string) => {
    const course = {
      name: "Large",
      slug: "large",
      sections: Array.from({ length: 20 }, (_, at) => ({
        title: `Section ${at}`,
        lectures: Array.from({ length: count / 20 }, (__, index) => ({
          title: `${suffix} ${at} ${index}`,
          kind: "text",
          body_markdown: text,
        })),
      })),
    };
    return zipped(operator, zipSync({ "course.json": strToU8(JSON.stringify(course)) }));
  };
  const files = {
    // None matches one of the existing lectures.
    "2,000 other lectures": await file(2000, "Ropes.", `${"Long ".repeat(35)}knot`),
    "lectures of 14 MB together": await file(140, "Ropes hold. ".repeat(8300), "Rope"),
  };
  await measureImport(operator, { format: "course_json", file_id: await file(2000, "Ropes.", "Knot") });
  for (const [what, file_id] of Object.entries(files)) {
    await assertQuickJob(`Importing ${what}`, () =>
      measureImport(operator, { format: "course_json", file_id, dry_run: true }),
    );
  }
});
