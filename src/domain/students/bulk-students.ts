import * as z from "zod";
import { BulkResult, inBulk, inData, rowsOf } from "#domain/bulk/bulk.ts";
import { formatId } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { createStudent } from "./save-student.ts";

const most = 500;

export const bulkStudents = operation({
  name: "bulkStudents",
  summary: "Make up to 500 people students",
  access: { scope: "students:write" },
  writes: true,
  input: z.object({
    operations: rowsOf(z.object({ op: z.literal("create"), data: unchecked(createStudent.input) }), most),
    atomic: z.boolean().default(false),
  }),
  output: BulkResult,
  run: (context, { operations, atomic }) =>
    inBulk(
      context,
      operations.map(({ data }) => ({ operation: createStudent, input: data, done: made, place: inData })),
      atomic,
    ),
  audit: (_input, { summary }) => ({ details: summary }),
});

const made = (output: unknown) => {
  const { student, created } = output as { student: { id: string }; created: boolean };
  return { status: created ? ("created" as const) : ("unchanged" as const), id: formatId("member", student.id) };
};
