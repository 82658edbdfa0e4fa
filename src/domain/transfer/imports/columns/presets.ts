import type { RecordName } from "../records/record-imports.ts";
import { foldHeader } from "./synonyms.ts";

export const platforms = ["teachable", "thinkific", "kajabi", "podia", "learndash", "lifterlms"] as const;
type Platform = (typeof platforms)[number];

/** Parts of a school that exports of other programs do not contain, or that have no counterpart here. */
export const leftBehind = [
  "passwords",
  "cards",
  "subscriptions",
  "quiz_answers",
  "certificates",
  "comments",
  "step_counts",
  "percentages",
  "grades",
  "tags",
  "affiliates",
  "fees",
  "media",
] as const;
type LeftBehind = (typeof leftBehind)[number];

/** A file that a program exports. */
export interface Preset {
  platform: Platform;
  resource: RecordName;
  /** Headers that tell this file from others. */
  signature: readonly string[];
  /** The column of the resource by the header; null leaves it out. Other headers are matched by their words. */
  columns: Readonly<Record<string, string | null>>;
  /** A column that the file does not have: people choose one value for all rows. */
  missing?: "course_slug";
  leaves: readonly LeftBehind[];
}

const always = ["passwords", "cards", "media"] as const;

const presets: readonly Preset[] = [
  {
    // The report of user course data.
    platform: "learndash",
    resource: "enrollments",
    signature: ["course_id", "course_title", "steps_completed", "steps_total", "course_completed"],
    columns: {
      user_id: null,
      name: null,
      email: "student_email",
      course_id: null,
      course_title: "course_name",
      steps_completed: null,
      steps_total: null,
      course_completed: null,
      course_completed_on: "completed_at",
    },
    leaves: [...always, "step_counts", "quiz_answers", "certificates", "comments"],
  },
  {
    platform: "learndash",
    resource: "students",
    signature: ["user_id", "course_title", "steps_completed", "steps_total"],
    columns: { user_id: "external_id", name: "name", email: "email", course_id: null, course_title: null },
    leaves: [...always, "quiz_answers", "certificates", "comments"],
  },
  {
    // The students of one course.
    platform: "lifterlms",
    resource: "enrollments",
    signature: ["Last Name", "First Name", "email", "Enrollment Updated", "progress", "grade"],
    columns: {
      id: null,
      "Last Name": null,
      "First Name": null,
      email: "student_email",
      status: null,
      "Enrollment Updated": "enrolled_at",
      completed: "completed_at",
      progress: null,
      grade: null,
    },
    missing: "course_slug",
    leaves: [...always, "percentages", "grades", "quiz_answers", "certificates"],
  },
  {
    platform: "lifterlms",
    resource: "students",
    signature: ["id", "Last Name", "First Name", "email", "grade"],
    columns: { id: "external_id", "Last Name": "last_name", "First Name": "first_name", email: "email", status: null },
    leaves: [...always, "grades", "certificates"],
  },
  {
    platform: "teachable",
    resource: "orders",
    signature: ["Earnings (USD)", "gateway", "coupon"],
    columns: {
      student: null,
      gateway: null,
      affiliate: null,
      "Earnings (USD)": null,
      "Offer type": null,
      coupon: null,
    },
    leaves: ["cards", "subscriptions", "affiliates", "fees"],
  },
  {
    platform: "teachable",
    resource: "students",
    signature: ["email", "sign_in_source", "src"],
    columns: {},
    leaves: [...always, "tags", "affiliates", "quiz_answers", "comments"],
  },
  {
    // The progress report of a group.
    platform: "thinkific",
    resource: "enrollments",
    signature: ["Student First Name", "Student Last Name", "Student Email"],
    columns: { "Student First Name": null, "Student Last Name": null, "Student Email": "student_email", company: null },
    leaves: [...always, "percentages", "quiz_answers", "certificates", "comments"],
  },
  {
    platform: "thinkific",
    resource: "students",
    signature: ["Student First Name", "Student Last Name", "Student Email"],
    columns: {
      "Student First Name": "first_name",
      "Student Last Name": "last_name",
      "Student Email": "email",
      company: null,
    },
    leaves: [...always, "quiz_answers", "certificates", "comments"],
  },
  {
    platform: "kajabi",
    resource: "students",
    signature: ["email", "offers", "products"],
    columns: { offers: null, products: null },
    leaves: [...always, "subscriptions", "percentages", "comments"],
  },
  {
    platform: "podia",
    resource: "students",
    signature: ["email", "products", "plan"],
    columns: { products: null, plan: null },
    leaves: [...always, "subscriptions", "percentages", "comments"],
  },
];

/** Returns the program that wrote a file with these headers, if they tell. */
export function presetOf(resource: RecordName, headers: readonly string[]): Preset | undefined {
  const folded = new Set(headers.map(foldHeader));
  return presets
    .filter(
      (preset) => preset.resource === resource && preset.signature.every((header) => folded.has(foldHeader(header))),
    )
    .toSorted((one, other) => other.signature.length - one.signature.length)[0];
}
