import type { DeclaredExport } from "#domain/resources.ts";

/** Exportable resources, named as in the path of their list. */
export type ExportName = DeclaredExport;

export const exportFormats = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof exportFormats)[number];
