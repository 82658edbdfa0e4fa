import type { Localized } from "#domain/platform/resource.ts";

/** Groups of the navigation, in their order: by job. */
export const jobGroups = [
  "today",
  "teach",
  "people",
  "sell",
  "events",
  "publish",
  "insight",
  "settings",
  "developers",
] as const;

export type JobGroup = (typeof jobGroups)[number];

/** Declaration of a resource for its derived pages, beyond its schema. Fields have their names on the wire. */
export interface AdminResource {
  /** The group of its list in the navigation. Undefined: the pages of other resources lead to it. */
  group?: JobGroup;
  /** For one and for many: `["coupon", "Coupons"]`. */
  names: Readonly<{ en: readonly [one: string, many: string]; "zh-TW": string }>;
  /** One sentence below the heading of the list. */
  about?: Localized;
  /** The fields of which the first with a value names one of them. */
  label: readonly string[];
  /** The columns of the list, after the label. */
  facts: readonly string[];
  /** Fields that a form begins with, before the others in the order of their schema. */
  first?: readonly string[];
  /** Fields that few need: closed in forms. `external_id` and `metadata` always are. */
  rare?: readonly string[];
  /** Fields that programs need: left out of forms. */
  left?: readonly string[];
}
