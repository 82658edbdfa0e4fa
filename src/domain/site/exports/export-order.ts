import type { ExportFormat, ExportName } from "./export-names.ts";

/** What is to be exported, as a job keeps it. */
export interface ExportOrder {
  resources: readonly ExportName[];
  /** For each list what narrows it, as its parameters are sent. */
  filter: Partial<Record<ExportName, object>>;
}

/** Each list makes a file. */
export const fileNameOf = (name: ExportName, format: ExportFormat): string => `${name}.${format}`;
