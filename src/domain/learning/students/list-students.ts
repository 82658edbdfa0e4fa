import * as z from "zod";
import { formatId, Id } from "#domain/platform/ids.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { studentsPage, studentFilters } from "./page-of-students.ts";
import { findStudent } from "./queries.ts";
import { Student, serializeStudent } from "./student.ts";

export const listStudents = operation({
  name: "listStudents",
  summary: "List students",
  reads: "students:read",
  input: studentFilters,
  output: pageSchemaOf(Student),
  run: (context, input) => studentsPage(context, input),
});

export const getStudent = operation({
  name: "getStudent",
  summary: "Retrieve a student",
  reads: "students:read",
  input: z.object({ id: Id("member") }),
  output: Student,
  async run(context, { id }) {
    const student = await findStudent(context, id);
    if (!student) throw notFound("student", formatId("member", id));
    return serializeStudent(context, student);
  },
});
