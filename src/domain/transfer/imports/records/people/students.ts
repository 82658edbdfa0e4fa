import { Student } from "#domain/learning/students/student.ts";
import { keysOfPerson, savePeople } from "./people.ts";
import { StudentRow } from "./person-row.ts";
import { recordImport } from "../record-import.ts";

/** Members as seen by teaching staff. Everyone gets the student role; other roles never change. */
export const students = recordImport({
  summary: "Students, by email address; other roles are kept",
  scopes: ["students:write"],
  resource: Student,
  row: StudentRow,
  keysOf: keysOfPerson,
  save: (context, rows, options) => savePeople(context, rows, options, { asStudents: true }),
});
