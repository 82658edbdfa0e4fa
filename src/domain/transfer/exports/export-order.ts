import { exportFormats } from "./export-names.ts";
import type { ExportFormat, ExportName } from "./export-names.ts";

/** The options of an export job. */
export interface ExportOrder {
  resources: readonly ExportName[];
  /** Filter parameters per list, in wire format. */
  filter: Partial<Record<ExportName, object>>;
}

/** Each list becomes one file. */
export const fileNameOf = (name: string, format: ExportFormat): string => `${name}.${format}`;

/** Returns the format of an export job. */
export function formatOf({ format }: { format: string }): ExportFormat {
  const exportFormat = exportFormats.find((one) => one === format);
  if (!exportFormat) throw new Error(`There is no export format ${format}.`);
  return exportFormat;
}
