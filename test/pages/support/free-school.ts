import type { EnrollmentPolicy } from "#domain/platform/site/settings.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { type Operator, operatorOf } from "../../rest/support/operator.ts";
import { aSite } from "../../support/world.ts";

const scopes = `courses:read courses:write curriculum:write events:read events:write digital_products:write
  storage:write membership_plans:write students:read students:write`.replaceAll(/\s+/g, " ");

export interface Made {
  id: string;
  slug: string;
}

export const created = async <Body = Made>(request: ReturnType<Operator["post"]>): Promise<Body> => {
  const response = await request;
  assertOk(response);
  return response.json<Body>();
};

/** A published course with one lecture. */
export async function aFreeCourse(operator: Operator, fields: object = {}): Promise<Made> {
  const course = await created(operator.post("/courses", { name: "Knots", course_type: "free", ...fields }));
  const sections = [{ title: "One", lectures: [{ title: "Bowline", kind: "text", body_markdown: "A loop." }] }];
  const saved = await operator.put(`/courses/${course.id}/curriculum`, { sections }, { "if-match": "*" });
  assertStatus(saved, 200);
  await created(operator.post(`/courses/${course.id}/publish`, {}));
  return course;
}

export async function aSchool(policy?: EnrollmentPolicy) {
  const site = await aSite({ openSignUp: true, ...(policy && { enrollmentPolicy: policy }) });
  return { site, operator: await operatorOf(site, scopes) };
}
