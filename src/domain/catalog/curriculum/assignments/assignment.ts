import * as z from "zod";
import { Html, Markdown, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Instant } from "#domain/platform/time/instant.ts";
import { htmlOfMarkdown, type Renderable } from "#domain/platform/texts/render.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { ignoredFields } from "#domain/platform/input/ignored-fields.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const submissionKinds = ["text", "file", "url"] as const;

const Criterion = z.object({
  title: trimmed().min(1).max(200),
  description: z.string().max(2000).nullable(),
  points: z.number().int().min(0).max(100_000),
});

/** The policy for submissions after the due date. */
const LatePolicy = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("accept") }),
    z.object({ kind: z.literal("refuse") }),
    z.object({ kind: z.literal("penalty"), percentPerDay: z.number().int().min(1).max(100) }),
  ])
  .meta({ id: "LatePolicy" });

const settings = {
  instructionsMarkdown: Markdown,
  maxScore: z.number().int().min(1).max(100_000),
  /** Days after the start of access. Null: no due date, or `dueAt`. */
  dueDays: z.number().int().min(1).max(3650).nullable(),
  /** The due date of all students. Null: none, or `dueDays`. */
  dueAt: End.nullable(),
  submissionKinds: z
    .array(z.enum(submissionKinds))
    .min(1)
    .max(10)
    .transform((kinds) => submissionKinds.filter((kind) => kinds.includes(kind))),
  rubric: z.array(Criterion).max(50),
  latePolicy: LatePolicy,
  metadata: Metadata,
};

/** The assignment of a lecture. */
export const Assignment = z
  .object({
    object: z.literal("assignment"),
    lectureId: Id("lecture"),
    ...settings,
    dueAt: Instant.nullable(),
    instructionsHtml: Html,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Assignment" });

/** Assignment fields for a full replacement. Absent fields get default values. */
export const assignmentContent = {
  instructionsMarkdown: settings.instructionsMarkdown,
  maxScore: settings.maxScore.default(100),
  dueDays: settings.dueDays.default(null),
  dueAt: settings.dueAt.default(null),
  submissionKinds: settings.submissionKinds.default([...submissionKinds]),
  rubric: z
    .array(Criterion.extend({ description: Criterion.shape.description.default(null) }))
    .max(50)
    .default([]),
  latePolicy: settings.latePolicy.default({ kind: "accept" }),
  metadata: settings.metadata.default({}),
  ...ignoredFields("object", "lectureId", "instructionsHtml", "createdAt", "updatedAt"),
};
export const AssignmentContent = z.object(assignmentContent).meta({ id: "AssignmentContent" });

/** A stored assignment. */
export interface AssignmentRecord extends Omit<z.output<typeof Assignment>, "object"> {
  version: number;
  deletedAt: Date | null;
}

export type AssignmentFields = Pick<AssignmentRecord, keyof typeof settings | "instructionsHtml">;

/** Returns the fields to store, with the instructions rendered as HTML. */
export async function assignmentFieldsOf(
  scope: Renderable,
  content: z.output<typeof AssignmentContent>,
): Promise<AssignmentFields> {
  const { instructionsMarkdown, maxScore, dueDays, dueAt, submissionKinds, rubric, latePolicy, metadata } = content;
  if (dueDays !== null && dueAt !== null) {
    throw validationFailed("/dueAt", "mismatch", "Set `due_at` or `due_days`, not both.");
  }
  const instructionsHtml = await htmlOfMarkdown(scope, instructionsMarkdown, "/instructionsMarkdown");
  return {
    instructionsMarkdown,
    instructionsHtml,
    maxScore,
    dueDays,
    dueAt,
    submissionKinds,
    rubric,
    latePolicy,
    metadata,
  };
}

export const serializeAssignment = (assignment: AssignmentRecord) => ({ object: "assignment" as const, ...assignment });
