import type { Row } from "./archive-format.ts";
import type { SiteImport } from "./site-import.ts";
import type { LinkingRow } from "./linking-rows.ts";

/** Completes the links of one resource. */
export interface LinkCompletion {
  /** Returns the fields that the import writes, with the IDs of this site. `unknown`: receives the IDs without one. */
  translate: (run: SiteImport, archived: Row, unknown: Set<string>) => Promise<Row>;
  /** Writes the fields that have changed, unless the row has changed meanwhile. */
  save: (run: SiteImport, linking: LinkingRow, translated: Row) => Promise<void>;
  /** Called after the last row. */
  finish?: (run: SiteImport) => Promise<void>;
}
