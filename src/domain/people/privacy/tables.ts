import type { PersonalTable } from "./personal-table.ts";
import { access } from "./tables/access.ts";
import { learning } from "./tables/learning.ts";
import { people } from "./tables/people.ts";
import { records } from "./tables/records.ts";
import { sales } from "./tables/sales.ts";
import { school } from "./tables/school.ts";
import { writings } from "./tables/writings.ts";

/** Every table of the database, in erasure order: referring tables before the person. */
export const personalTables: readonly PersonalTable[] = [
  ...access,
  ...learning,
  ...sales,
  ...writings,
  ...records,
  ...people,
  ...school,
];
