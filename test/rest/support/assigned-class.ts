import assert from "node:assert/strict";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { cookiesOf } from "../../support/isolation/attempt.ts";
import { multipart, type Upload } from "../../support/data/multipart.ts";
import type { Operator } from "./operator.ts";
import { aCourse, aLecture, aSection } from "./taught-course.ts";

export const assignmentScopes =
  "students:read students:write courses:read courses:write curriculum:read curriculum:write";

export const csrfIn = (page: string): string => /name="csrf" value="([^"]+)"/.exec(page)![1]!;

/** A course whose only lecture is an assignment, and a student enrolled `daysAgo`. */
export async function aClass(operator: Operator, settings: object = {}, { daysAgo = 0 } = {}) {
  const course = await aCourse(operator);
  const lecture = await aLecture(operator, await aSection(operator, course), {
    kind: "assignment",
    title: "A bowline",
    completion_rule: { kind: "submit" },
  });
  const assignment = { instructions_markdown: "Tie it.", max_score: 10, ...settings };
  assert.equal((await operator.put(`/lectures/${lecture.id}/assignment`, assignment)).statusCode, 200);
  const member = await operator.site.member({ email: `${newId()}@example.test` });
  const starts_at = new Date(now().getTime() - daysAgo * day).toISOString();
  const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub, starts_at });
  assertStatus(enrolled, 201);
  const path = `/learn/${course}/${lecture.id}`;
  const browser = await operator.site.signedIn(member);
  const page = async () => (await browser.request("GET", path)).body;
  /** Submits the form of the page, with or without files. */
  const handIn = async (fields: Record<string, string>, files: readonly Upload[] = []) => {
    const csrf = fields["csrf"] ?? csrfIn(await page());
    const { headers, payload } = multipart({ csrf, ...fields }, "files", ...files);
    return operator.site.request("POST", `${path}/work`, {
      payload: payload as Buffer,
      headers: { ...(headers as Record<string, string>), cookie: cookiesOf(browser), accept: "text/html" },
    });
  };
  const { id: enrollment } = enrolled.json<{ id: string }>();
  return { course, lecture: lecture.id, member, enrollment, browser, path, page, handIn };
}
