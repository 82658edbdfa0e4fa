import { startExport } from "#domain/transfer/exports/start-export.ts";
import { startImport } from "#domain/transfer/imports/start-import.ts";
import { start, startWith, type Route } from "../route.ts";

/** Imports and exports. */
export const transferRoutes: readonly Route[] = [startWith("/imports", startImport), start("/exports", startExport)];
