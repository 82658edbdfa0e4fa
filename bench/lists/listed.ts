import type { Site } from "#domain/site/sites/site.ts";
import type { Asked } from "./capture.ts";
import type { Place, Row } from "./rows.ts";

/** Microseconds of PostgreSQL's own work: for one row, for pages, and for the ids of a page alone. */
export type Taken = Record<Place | "ids", number>;

/** A list at a site of some size, and what was measured of it, a value for each round. */
export interface Listed {
  row: Row;
  size: "courses" | "small" | "large";
  site: Site;
  requested: Record<Place, Asked[]>;
  taken: Taken[];
}
