import type { Site } from "#domain/platform/site/site.ts";
import type { Asked } from "./capture.ts";
import type { Place, Row } from "./rows.ts";

/** Microseconds of PostgreSQL's own work: for one row, for pages, and for only the IDs of a page. */
export type Taken = Record<Place | "ids", number>;

/** A list on a site of a given size, with one measurement per round. */
export interface Listed {
  row: Row;
  size: "courses" | "small" | "large";
  site: Site;
  requested: Record<Place, Asked[]>;
  taken: Taken[];
}
