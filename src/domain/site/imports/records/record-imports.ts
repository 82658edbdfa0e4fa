import { comments } from "./comments.ts";
import { enrollments } from "./enrollments.ts";
import { formSubmissions } from "./form-submissions.ts";
import { lectureProgress } from "./lecture-progress.ts";
import { members } from "./members.ts";
import { orders } from "./orders.ts";
import type { RecordImport } from "./record-import.ts";
import { reviews } from "./reviews.ts";
import { students } from "./students.ts";
import { subscriptions } from "./subscriptions.ts";

/** All resources that can be imported row by row, named as in the operator API. */
export const recordImports = {
  members,
  students,
  enrollments,
  lecture_progress: lectureProgress,
  orders,
  subscriptions,
  comments,
  reviews,
  form_submissions: formSubmissions,
} as const satisfies Record<string, RecordImport>;

export type RecordName = keyof typeof recordImports;
export const recordNames = Object.keys(recordImports) as RecordName[];
