import assert from "node:assert/strict";
import { test } from "node:test";
import { findCourseBySlug } from "#domain/catalog/courses/queries.ts";
import { importOulad } from "#domain/transfer/imports/oulad/import-oulad.ts";
import { aSiteContext } from "../support.ts";
import { folderOf } from "./fixtures/folder.ts";
import { aSmallSet, freshNumbers } from "./fixtures/oulad.ts";

/** Returns the text with one line replaced (1-based line number). */
const withLine = (text: string, number: number, line: string) =>
  text
    .split("\r\n")
    .map((original, index) => (index === number - 1 ? line : original))
    .join("\r\n");

const withMaterials = (files: Record<string, string>, count: number, weekOf: (index: number) => number) =>
  [
    files["vle.csv"]!.split("\r\n")[0],
    ...Array.from({ length: count }, (_material, index) => `${index + 100},AAA,2013B,url,${weekOf(index)},`),
  ].join("\r\n");

const wrong: [string, (files: Record<string, string>) => Record<string, string | undefined>, RegExp][] = [
  [
    "a missing file",
    () => ({ "course.csv": undefined }),
    /course\.csv: expected a CSV file with the columns code_module/,
  ],
  ["an empty file", () => ({ "course.csv": "" }), /course\.csv:1: expected the columns code_module/],
  [
    "a missing column",
    (files) => ({ "student.csv": files["student.csv"]!.replace("final_result", "result") }),
    /student\.csv:1: expected the columns .*, missing: final_result$/,
  ],
  [
    "a row with too few fields",
    (files) => ({ "vle.csv": withLine(files["vle.csv"]!, 3, "11,AAA") }),
    /vle\.csv:3: expected CSV: /,
  ],
  [
    "an invalid number",
    (files) => ({ "course.csv": withLine(files["course.csv"]!, 2, "AAA,2013B,long") }),
    /course\.csv:2: expected a whole number as module_presentation_length, not "long"/,
  ],
  [
    "an invalid presentation",
    (files) => ({ "course.csv": withLine(files["course.csv"]!, 3, "AAA,2013X,240") }),
    /course\.csv:3: expected a year with B \(February\) or J \(October\) as code_presentation, not "2013X"/,
  ],
  [
    "a duplicate course",
    (files) => ({ "course.csv": withLine(files["course.csv"]!, 3, "AAA,2013B,240") }),
    /course\.csv:3: expected each course once: AAA\/2013B/,
  ],
  [
    "an unknown activity",
    (files) => ({ "vle.csv": withLine(files["vle.csv"]!, 2, "12,AAA,2013B,dance,1,1") }),
    /vle\.csv:2: expected one of dataplus, .* as activity_type, not "dance"/,
  ],
  [
    "a course missing from course.csv",
    (files) => ({ "assessment.csv": withLine(files["assessment.csv"]!, 4, "BBB,2013B,3,Exam,,100") }),
    /assessment\.csv:4: expected a presentation of BBB in course\.csv/,
  ],
  [
    "too many materials and assessments of a course",
    (files) => ({ "vle.csv": withMaterials(files, 1998, () => 1) }),
    /assessment\.csv:4: expected at most 2000 materials and assessments of a course as code_presentation/,
  ],
  [
    "too many weeks of a course",
    (files) => ({ "vle.csv": withMaterials(files, 201, (index) => index) }),
    /vle\.csv:202: expected at most 200 weeks of a course as code_presentation/,
  ],
  [
    "an unknown result",
    (files) => ({ "student.csv": files["student.csv"]!.replace("Fail", "Failed") }),
    /student\.csv:3: expected one of Pass, Distinction, Fail, Withdrawn as final_result, not "Failed"/,
  ],
  [
    "registrations in another order",
    (files) => {
      const [header, first, second, ...rest] = files["student_registration.csv"]!.split("\r\n");
      return { "student_registration.csv": [header, second, first, ...rest].join("\r\n") };
    },
    /student_registration\.csv:2: expected student \d+ in AAA\/2013B, as on line 2 of .*student\.csv/,
  ],
  [
    "truncated registrations",
    (files) => ({
      "student_registration.csv": files["student_registration.csv"]!.split("\r\n").slice(0, 3).join("\n"),
    }),
    /student\.csv:4: expected a registration in student_registration\.csv, which has fewer rows/,
  ],
  [
    "an unknown assessment",
    (files) => ({ "student_assessment.csv": withLine(files["student_assessment.csv"]!, 4, "99,1,1,0,1") }),
    /student_assessment\.csv:4: expected an assessment in assessment\.csv as id_assessment, not "99"/,
  ],
  [
    "a score above 100",
    (files) => ({ "student_assessment.csv": withLine(files["student_assessment.csv"]!, 4, "1,1,1,0,101") }),
    /student_assessment\.csv:4: expected a score from 0 to 100, or an empty score, as score, not "101"/,
  ],
  [
    "a click on another course's material",
    (files) => ({ "studentVle.sample.csv": withLine(files["studentVle.sample.csv"]!, 2, "AAA,2013B,1,20,3,4") }),
    /studentVle\.sample\.csv:2: expected material of AAA\/2013B in vle\.csv as id_site, not "20"/,
  ],
];

for (const [label, changes, message] of wrong) {
  void test(`An import with ${label} names the file, the line and the expected value`, async (t) => {
    const context = (await aSiteContext())();
    const files = aSmallSet(freshNumbers());
    const contents = Object.entries({ ...files, ...changes(files) }).filter(([, text]) => text !== undefined);
    const folder = folderOf(t, Object.fromEntries(contents) as Record<string, string>);
    await assert.rejects(importOulad(context, folder), { code: "validation_failed", message });
  });
}

void test("Invalid course files leave the site unchanged", async (t) => {
  const context = (await aSiteContext())();
  const folder = folderOf(t, { ...aSmallSet(freshNumbers()), "assessment.csv": "id\n1\n" });
  await assert.rejects(importOulad(context, folder), { code: "validation_failed" });
  assert.equal(await findCourseBySlug(context, "aaa-2013b"), undefined);
});
