import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { BulkResult, bulkRows } from "#domain/platform/bulk/in-bulk.ts";
import { describeProblem } from "#domain/platform/bulk/run-row.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { admit, operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { only } from "#lib/collections/only.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { zip } from "#lib/zip/zip.ts";
import { enrollMany } from "./enroll-many.ts";
import { type Enrolled, EnrollRow } from "./enroll-row.ts";
import { EnrollmentResource } from "./enrollment.ts";
import { readEnrollment } from "./serialize-enrollments.ts";

export const enrollStudent = operation({
  name: "enrollStudent",
  summary: "Enroll a student in a course",
  description: "If the student is already enrolled, the enrollment is kept or extended.",
  writes: "students:write",
  input: EnrollRow,
  output: versioned(EnrollmentResource.extend({ created: z.boolean() })),
  async run(context, row) {
    const outcome = only(await enrollMany(context, [row], { createStudents: true }));
    if (outcome instanceof Problem) throw outcome;
    const { id, status } = outcome;
    return { ...(await readEnrollment(context, id)), created: status === "created" };
  },
  audit: (_input, { id, created }) => about("enrollment", id, { created }),
});

const maxRows = 1000;

export const bulkEnroll = operation({
  name: "bulkEnroll",
  summary: "Enroll students in bulk",
  description: "At most 1,000 rows per request. Rows succeed or fail one by one, or all together if `atomic` is true.",
  writes: "students:write",
  input: z.object({
    operations: bulkRows(unchecked(EnrollRow), maxRows),
    createStudents: z.boolean().default(false).meta({ description: "Adds new people as students" }),
    atomic: z.boolean().default(false),
  }),
  output: BulkResult,
  async run(context, { operations, createStudents, atomic }) {
    const outcomes = await enrollRows(context, operations, createStudents);
    const failed = outcomes.flatMap((outcome, index) => (outcome instanceof Problem ? [{ outcome, index }] : []));
    if (atomic && failed.length > 0) throw allOrNothing(failed);
    const results = outcomes.map((outcome, index) => resultOf(outcome, index));
    const summary = { created: 0, updated: 0, deleted: 0, unchanged: 0, failed: 0 };
    for (const { status } of results) summary[status]++;
    return { results, summary };
  },
  audit: (_input, { summary }) => ({ details: summary }),
});

/** Reports invalid rows and processes the others. */
async function enrollRows(
  context: Context,
  rows: readonly unknown[],
  createStudents: boolean,
): Promise<(Enrolled | Problem)[]> {
  const outcomes: (EnrollRow | Problem)[] = [];
  for (const row of rows) outcomes.push(await readRow(context, row));
  const sound = outcomes.filter((row): row is EnrollRow => !(row instanceof Problem));
  const done = new Map(zip(sound, await enrollMany(context, sound, { createStudents })));
  return outcomes.map((row) => (row instanceof Problem ? row : mustGet(done, row)));
}

async function readRow(context: Context, row: unknown): Promise<EnrollRow | Problem> {
  try {
    const turn = pause();
    if (turn) await turn;
    return await admit(enrollStudent, context, row);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

const resultOf = (outcome: Enrolled | Problem, index: number) =>
  outcome instanceof Problem
    ? { index, status: "failed" as const, id: null, error: describeProblem(outcome, EnrollRow) }
    : { index, status: outcome.status, id: formatId("enrollment", outcome.id) };

function allOrNothing(failed: readonly { outcome: Problem; index: number }[]): Problem {
  const errors = failed.flatMap(({ outcome, index }) => {
    const { code, detail, errors: inside = [{ pointer: "", code, detail }] } = describeProblem(outcome, EnrollRow);
    return inside.map((one) => ({ ...one, pointer: `/operations/${index}${one.pointer}` }));
  });
  const detail = `Nothing was changed, because ${failed.length} of the rows failed.`;
  return new Problem("validation_failed", detail, { errors });
}
