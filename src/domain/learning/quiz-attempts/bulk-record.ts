import * as z from "zod";
import { BulkResult, inBulk, inData, bulkRows } from "#domain/platform/bulk/in-bulk.ts";
import { bulkRow } from "#domain/platform/bulk/run-row.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { lockEnrollments } from "#domain/learning/enrollments/queries.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { recordQuizAttempt } from "./operations.ts";

const maxRows = 200;

export const bulkQuizAttempts = operation({
  name: "bulkQuizAttempts",
  summary: "Record quiz attempts in bulk",
  description:
    "Records and grades answers that students gave in another system. At most 200 rows per request, each as in " +
    "`POST /quiz_attempts`.",
  writes: "students:write",
  input: z.object({
    operations: bulkRows(z.object({ op: z.literal("create"), data: unchecked(recordQuizAttempt.input) }), maxRows),
    atomic: z.boolean().default(false),
  }),
  output: BulkResult,
  async run(context, { operations, atomic }) {
    const enrollments = operations.flatMap(({ data }) => {
      const { enrollmentId } = asRecord(data);
      return typeof enrollmentId === "string" ? (parseId("enrollment", enrollmentId) ?? []) : [];
    });
    await lockEnrollments(context, enrollments);
    const rows = operations.map(({ data }) =>
      bulkRow({ operation: recordQuizAttempt, input: data, done: recorded, place: inData }),
    );
    return inBulk(context, rows, atomic);
  },
  audit: (_input, { summary }) => ({ details: summary }),
});

const recorded = ({ id }: { id: string }) => ({ status: "created" as const, id: formatId("quizAttempt", id) });
