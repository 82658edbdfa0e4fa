import * as z from "zod";
import { BulkResult, inBulk, inData, bulkRows } from "#domain/platform/bulk/in-bulk.ts";
import { bulkRow } from "#domain/platform/bulk/run-row.ts";
import { formatId } from "#domain/platform/ids.ts";
import { lockMembers } from "#domain/people/members/bulk/lock-members.ts";
import { operation } from "#domain/platform/operation.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { createStudent } from "./save-student.ts";

const maxRows = 500;

export const bulkStudents = operation({
  name: "bulkStudents",
  summary: "Add students in bulk",
  description: "At most 500 rows per request.",
  writes: "students:write",
  input: z.object({
    operations: bulkRows(z.object({ op: z.literal("create"), data: unchecked(createStudent.input) }), maxRows),
    atomic: z.boolean().default(false),
  }),
  output: BulkResult,
  async run(context, { operations, atomic }) {
    const people = operations.map(({ data }) => data);
    await lockMembers(context, people, "student");
    const rows = people.map((input) => bulkRow({ operation: createStudent, input, done: created, place: inData }));
    return inBulk(context, rows, atomic);
  },
  audit: (_input, { summary }) => ({ details: summary }),
});

const created = ({ student, created }: { student: { id: string }; created: boolean }) => ({
  status: created ? ("created" as const) : ("unchanged" as const),
  id: formatId("member", student.id),
});
