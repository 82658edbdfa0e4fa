/**
 * The files of the Open University Learning Analytics Dataset that are read, with the columns that are needed.
 * Kuzilek J., Hlosta M., Zdrahal Z.: Open University Learning Analytics dataset. Scientific Data 4:170171 (2017).
 */
export const files = {
  courses: {
    name: "course.csv",
    columns: ["code_module", "code_presentation", "module_presentation_length"],
  },
  materials: {
    name: "vle.csv",
    columns: ["id_site", "code_module", "code_presentation", "activity_type", "week_from"],
  },
  assessments: {
    name: "assessment.csv",
    columns: ["code_module", "code_presentation", "id_assessment", "assessment_type", "date", "weight"],
  },
  students: {
    name: "student.csv",
    columns: [
      "code_module",
      "code_presentation",
      "id_student",
      "num_of_prev_attempts",
      "studied_credits",
      "final_result",
    ],
  },
  registrations: {
    name: "student_registration.csv",
    columns: ["code_module", "code_presentation", "id_student", "date_registration", "date_unregistration"],
  },
  submissions: {
    name: "student_assessment.csv",
    columns: ["id_assessment", "id_student", "date_submitted"],
  },
  clicks: {
    name: "studentVle.sample.csv",
    columns: ["code_module", "code_presentation", "id_student", "id_site", "date"],
  },
} as const;
