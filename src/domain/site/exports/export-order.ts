import type { ExportFormat, ExportName } from "./export-names.ts";

/** The options of an export job. */
export interface ExportOrder {
  resources: readonly ExportName[];
  /** Filter parameters per list, in wire format. */
  filter: Partial<Record<ExportName, object>>;
}

/** Each list becomes one file. */
export const fileNameOf = (name: ExportName, format: ExportFormat): string => `${name}.${format}`;
