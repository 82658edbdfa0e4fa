import assert from "node:assert/strict";
import { newId } from "#domain/platform/ids.ts";
import { describeFailure } from "../../support/assert-status.ts";
import type { Operator } from "./operator.ts";

export const anEmail = (): string => `stu-${newId()}@example.test`;

export interface AnEnrollment {
  id: string;
  student_id: string;
  course_id: string;
  status: string;
  source: string;
  starts_at: string;
  expires_at: string | null;
  lifetime: boolean;
  revoke_reason: string | null;
  created: boolean;
  progress: { total_lectures: number; percent: number };
  metadata: Record<string, string>;
}

/** Enrolls a person, by default a new one. */
export const enroll = async (operator: Operator, course: string, fields: object = {}): Promise<AnEnrollment> => {
  const made = await operator.post("/enrollments", { course_id: course, email: anEmail(), ...fields });
  assert.ok(made.statusCode === 201 || made.statusCode === 200, describeFailure(made.body));
  return made.json<AnEnrollment>();
};
