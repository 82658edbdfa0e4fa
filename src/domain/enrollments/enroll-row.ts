import * as z from "zod";
import { ExternalId, Metadata } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { EmailAddress, FullName } from "#domain/members/member.ts";
import { Term } from "./term.ts";

/** Who is to learn what, and for how long. */
export const EnrollRow = Term.extend({
  courseId: Id("course"),
  studentId: Id("member").optional(),
  email: EmailAddress.optional().meta({ description: "Instead of student_id" }),
  name: FullName.optional().meta({ description: "Of somebody who is new here" }),
  planId: Id("coursePlan").nullable().optional(),
  startsAt: Instant.optional(),
  onExisting: z
    .enum(["keep", "extend", "error"])
    .default("keep")
    .meta({ description: "What is to become of an enrollment that the student has in the course already" }),
  notify: z.boolean().default(true).meta({ description: "Whether the student finds it in their notifications" }),
  externalId: ExternalId.nullable().optional(),
  metadata: Metadata.optional(),
});
export type EnrollRow = z.output<typeof EnrollRow>;

/** What became of a row, or why nothing did. */
export interface Enrolled {
  status: "created" | "updated" | "unchanged";
  id: string;
}
