import { appearanceExamples } from "./appearance.ts";
import { couponExamples } from "./coupons.ts";
import { courseExamples } from "./courses.ts";
import { curriculumExamples } from "./curriculum.ts";
import { eventExamples } from "./events.ts";
import type { Body, Examples, RequestVariants } from "./examples.ts";
import { fileExamples } from "./files.ts";
import { lecturerExamples } from "./lecturers.ts";
import { memberExamples } from "./members.ts";
import { membershipExamples, subscriptionExamples } from "./memberships.ts";
import { orderExamples } from "./orders.ts";
import { pageExamples, postExamples } from "./posts.ts";
import { consultingExamples, digitalProductExamples } from "./products.ts";
import { schoolExamples } from "./school.ts";
import { studentExamples } from "./students.ts";
import { webhookExamples } from "./webhooks.ts";

export const examples: Examples = {
  ...courseExamples,
  ...curriculumExamples,
  ...studentExamples,
  ...memberExamples,
  ...schoolExamples,
  ...webhookExamples,
  ...appearanceExamples,
  ...eventExamples,
  ...membershipExamples,
  ...subscriptionExamples,
  ...couponExamples,
  ...orderExamples,
  ...postExamples,
  ...pageExamples,
  ...digitalProductExamples,
  ...consultingExamples,
  ...lecturerExamples,
  ...fileExamples,
};

const isWays = (found: Body | RequestVariants): found is RequestVariants => Array.isArray(found);

/**
 * Returns `example` or `examples` of a request media type (OpenAPI 3.0.3 §4.7.14): the declared ones, else one from the
 * schema.
 */
export function describedExamplesOf(operation: string, fromSchema: () => Body): object {
  const found = examples[operation];
  if (!found) return { example: fromSchema() };
  if (!isWays(found)) return { example: found };
  return { examples: Object.fromEntries(found.map(([summary, value]) => [keyOf(summary), { summary, value }])) };
}

/** `Paid in full, cheaper in spring`: `paid_in_full` */
const keyOf = (summary: string): string => summary.toLowerCase().replace(/,.*/s, "").replaceAll(/\W+/g, "_");
