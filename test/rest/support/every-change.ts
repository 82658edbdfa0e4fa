import { changesOfCatalog } from "./changes/catalog.ts";
import type { Changes } from "./changes/changes.ts";
import { changesOfContent } from "./changes/content.ts";
import { changesOfCurriculum } from "./changes/curriculum.ts";
import { changesOfLearning } from "./changes/learning.ts";
import { changesOfPeople } from "./changes/people.ts";
import { changesOfSales } from "./changes/sales.ts";

/** Changes that no event type is about. */
export const everyChange: Changes = {
  ...changesOfCatalog,
  ...changesOfCurriculum,
  ...changesOfLearning,
  ...changesOfPeople,
  ...changesOfSales,
  ...changesOfContent,
};
