import { startExport } from "#domain/transfer/exports/start-export.ts";
import { previewImport } from "#domain/transfer/imports/columns/preview-import.ts";
import { startImport } from "#domain/transfer/imports/start-import.ts";
import { ask, start, startWith, type Route } from "../route.ts";

/** Imports and exports. */
export const transferRoutes: readonly Route[] = [
  startWith("/imports", startImport),
  { ...ask("/imports/preview", previewImport), isLarge: true },
  start("/exports", startExport),
];
