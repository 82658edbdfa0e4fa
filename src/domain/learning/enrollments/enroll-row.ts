import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import { FullName } from "#domain/people/members/member.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { Term } from "./term.ts";

/** A student, a course and an access period. */
export const EnrollRow = Term.extend({
  courseId: Id("course"),
  studentId: Id("member").optional(),
  email: EmailAddress.optional().meta({ description: "Alternative to `student_id`" }),
  name: FullName.optional().meta({ description: "The name of a person who is new to the site" }),
  planId: Id("coursePlan").nullable().optional(),
  startsAt: Start.optional(),
  onExisting: z
    .enum(["keep", "extend", "error"])
    .default("keep")
    .meta({ description: "Treatment of an existing enrollment of the student in the course" }),
  notify: z.boolean().default(true).meta({ description: "Shows the student an in-app notification" }),
  externalId: ExternalId.nullable().optional(),
  metadata: Metadata.optional(),
});
export type EnrollRow = z.output<typeof EnrollRow>;

/** `renew`: gives access again if it has expired, and keeps any other enrollment, also a revoked one. */
export interface RowToEnroll extends Omit<EnrollRow, "onExisting"> {
  onExisting: EnrollRow["onExisting"] | "renew";
}

/** Result of a row. */
export interface Enrolled {
  status: "created" | "updated" | "unchanged";
  id: string;
}
