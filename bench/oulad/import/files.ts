import { existsSync } from "node:fs";
import path from "node:path";

/** A file with its alternative names in copies of the data set. */
interface SourceFile<Column extends string> {
  names: readonly [string, ...string[]];
  columns: readonly Column[];
}

const sourceFile = <Column extends string>(file: SourceFile<Column>): SourceFile<Column> => file;

/**
 * The files of the Open University Learning Analytics Dataset that are read, with the required columns. Kuzilek J.,
 * Hlosta M., Zdrahal Z.: Open University Learning Analytics dataset. Scientific Data 4:170171 (2017).
 */
export const files = {
  courses: sourceFile({
    names: ["course.csv", "courses.csv"],
    columns: ["code_module", "code_presentation", "module_presentation_length"],
  }),
  materials: sourceFile({
    names: ["vle.csv"],
    columns: ["id_site", "code_module", "code_presentation", "activity_type", "week_from"],
  }),
  assessments: sourceFile({
    names: ["assessment.csv", "assessments.csv"],
    columns: ["code_module", "code_presentation", "id_assessment", "assessment_type", "date", "weight"],
  }),
  students: sourceFile({
    names: ["student.csv", "studentInfo.csv"],
    columns: [
      "code_module",
      "code_presentation",
      "id_student",
      "num_of_prev_attempts",
      "studied_credits",
      "final_result",
    ],
  }),
  registrations: sourceFile({
    names: ["student_registration.csv", "studentRegistration.csv"],
    columns: ["code_module", "code_presentation", "id_student", "date_registration", "date_unregistration"],
  }),
  results: sourceFile({
    names: ["student_assessment.csv", "studentAssessment.csv"],
    columns: ["id_assessment", "id_student", "date_submitted", "is_banked", "score"],
  }),
  /** All 10,655,280 rows, or a sample of the first ones. */
  clicks: sourceFile({
    names: ["studentVle.csv", "studentVle.sample.csv"],
    columns: ["code_module", "code_presentation", "id_student", "id_site", "date"],
  }),
} as const;

/** Returns the path of the existing file; the path with its first name if there is none. */
export const pathOf = (folder: string, { names }: { names: readonly [string, ...string[]] }): string =>
  path.join(folder, names.find((name) => existsSync(path.join(folder, name))) ?? names[0]);
