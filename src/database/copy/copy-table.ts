import pg from "pg";

/** A table as it is copied: its name and the columns that are not generated. */
export interface CopyTable {
  /** `members`, or with a schema, like `graphile_worker._private_jobs`. */
  name: string;
  columns: readonly string[];
}

/** Returns `"members" ("site_id", "id")`, for COPY. */
export const copyTarget = ({ name, columns }: CopyTable): string => `${quoteTable(name)} (${columnList({ columns })})`;

export const columnList = ({ columns }: Pick<CopyTable, "columns">): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(", ");

export const quoteTable = (name: string): string =>
  name
    .split(".")
    .map((part) => pg.escapeIdentifier(part))
    .join(".");
