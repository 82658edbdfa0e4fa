import type { ResourceName } from "../../text/fields/texts.ts";

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

/** Declaration of a resource for its derived pages, beyond its schema and its name. Fields have their names on the wire. */
export interface ResourceDeclaration {
  /** The group of its list in the navigation. Undefined: the pages of other resources lead to it. */
  group?: JobGroup;
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

export interface AdminResource extends ResourceDeclaration {
  /** The `object` of its schema, by which its texts are found. */
  object: ResourceName;
}
