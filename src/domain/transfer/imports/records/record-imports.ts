import type { DeclaredImport } from "#domain/resources.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { comments } from "./feedback/comments.ts";
import { enrollments } from "./enrollments/enrollments.ts";
import { formSubmissions } from "./feedback/form-submissions.ts";
import { lectureProgress } from "./enrollments/lecture-progress.ts";
import { members } from "./people/members.ts";
import { orders } from "./orders/orders.ts";
import type { RecordImport } from "./record-import.ts";
import { reviews } from "./feedback/reviews.ts";
import { students } from "./people/students.ts";
import { subscriptions } from "./subscriptions/subscriptions.ts";

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
} as const satisfies Record<DeclaredImport, RecordImport>;

export type RecordName = keyof typeof recordImports;
export const recordNames = typedKeys(recordImports);
