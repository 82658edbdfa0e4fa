import assert from "node:assert/strict";
import { test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { parseId } from "#domain/platform/ids.ts";
import { aLargeSet, aSmallSet, freshNumbers } from "../domain/imports/fixtures/oulad.ts";
import { scopes as ofCourses, zipped } from "../rest/support/imported-courses.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { assertStatus } from "../support/assert-status.ts";
import { measuredServer } from "../support/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertQuickJob } from "./support/turns.ts";

type Files = Record<string, string>;

const scopes = `${ofCourses} students:read students:write`;
const lines = (header: string, count: number, line: (index: number) => string) =>
  `${header}\r\n${Array.from({ length: count }, (_, index) => `${line(index)}\r\n`).join("")}`;

const sourceOf = (operator: Operator, files: Files): Promise<string> =>
  zipped(operator, zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));

async function measureImport(operator: Operator, body: object): Promise<number> {
  const response = await operator.post("/imports", { format: "oulad", ...body });
  assertStatus(response, 202);
  const { id } = response.json<{ id: string }>();
  const longest = await (await measuredServer()).runJob(operator.site.site.id, parseId("job", id)!);
  const { status, error } = (await operator.get(`/jobs/${id}`)).json<{ status: string; error: unknown }>();
  assert.deepEqual([status, error], ["succeeded", null]);
  return longest;
}

const materials = "id_site,code_module,code_presentation,activity_type,week_from,week_to";
const assessments = "code_module,code_presentation,id_assessment,assessment_type,date,weight";
const courses = "code_module,code_presentation,module_presentation_length";

/** Files without students, as large as the limits allow. */
const curricula: Record<string, Files> = {
  "a course of 2,000 materials": { "vle.csv": lines(materials, 1990, (at) => `${at},AAA,2013B,url,1,1`) },
  "a course of 190 weeks": { "vle.csv": lines(materials, 1990, (at) => `${at},AAA,2013B,url,${at % 190},`) },
  "a course of 2,000 quizzes": { "assessment.csv": lines(assessments, 1990, (at) => `AAA,2013B,${at},CMA,7,10`) },
  "a course of 2,000 assignments": {
    "assessment.csv": lines(assessments, 1990, (at) => `AAA,2013B,${at},TMA,${at % 700},10`),
  },
  "100 courses": {
    "course.csv": lines(courses, 100, (at) => `M${at},2013B,240`),
    "vle.csv": lines(materials, 50_000, (at) => `${at},M${at % 100},2013B,url,${at % 190},`),
    "assessment.csv": lines(assessments, 5000, (at) => `M${at % 100},2013B,${at},TMA,${at % 70},10`),
  },
  "wide rows": {
    "vle.csv": lines(`${materials}${",".repeat(50_000)}`, 100, (at) => `${at},AAA,2013B,url,1,1${",".repeat(50_000)}`),
  },
};
const noStudents = (): Files => {
  const files = aSmallSet(freshNumbers());
  const activity = ["student.csv", "student_registration.csv", "student_assessment.csv", "studentVle.sample.csv"];
  const headers = activity.map((name) => [name, `${files[name]!.split("\r\n")[0]}\r\n`]);
  return { ...files, ...Object.fromEntries(headers) };
};

void test("No OULAD import of a large curriculum blocks the event loop", { timeout: 600_000 }, async () => {
  for (const [what, files] of Object.entries(curricula)) {
    for (const dry_run of [true, false]) {
      await assertQuickJob(`Importing ${what}${dry_run ? " as a dry run" : ""}`, async () => {
        const operator = await operatorOf(await aSite(), scopes);
        const file_id = await sourceOf(operator, { ...noStudents(), ...files });
        return measureImport(operator, { file_id, dry_run });
      });
    }
  }
});

void test("No OULAD import of many students blocks the event loop", { timeout: 600_000 }, async () => {
  const files = aLargeSet(freshNumbers(), 10_000);
  const aSource = async () => {
    const operator = await operatorOf(await aSite(), scopes);
    return { operator, file_id: await sourceOf(operator, files) };
  };
  const sources: Awaited<ReturnType<typeof aSource>>[] = [];
  await assertQuickJob("Importing 10,000 students", async () => {
    const source = await aSource();
    sources.push(source);
    return measureImport(source.operator, { file_id: source.file_id });
  });
  const { operator, file_id } = sources[0]!;
  await assertQuickJob("Importing the same 10,000 students again", () => measureImport(operator, { file_id }));
});
