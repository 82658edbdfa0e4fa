import type { CoursePlanRow } from "#domain/offers/course-plans/course-plan.ts";
import type { planTypes } from "#domain/offers/membership-plans/membership-plan.ts";

/** Types of plans and offers in documents. Offers of membership prices have an interval instead. */
export type PlanKind =
  | CoursePlanRow["planType"]
  | (typeof planTypes)[number]
  | "ticket"
  | "digital_product"
  | "consulting";

const intervals = ["day", "week", "month", "year"] as const;

export type Interval = (typeof intervals)[number];

/** Returns the interval of a membership price. */
export const intervalOf = (text: string | null): Interval | undefined => intervals.find((one) => one === text);

/** Returns the label of a value; the value itself if a newer version added it. */
export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string => labels[value] ?? value;
