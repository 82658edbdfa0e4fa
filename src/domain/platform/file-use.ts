import { identifier, type Sql, sql } from "#database/statements/sql.ts";

/** Files that the rows of a table display or offer. */
export interface FileUse<Kind extends string = string> {
  /** Id kind of the rows. */
  kind: Kind;
  /** Has the columns `site_id`, `id` and `deleted_at`. */
  table: Sql;
  /** SQL condition on `referencing` that a row uses the file, in a form that matches an index of the table. */
  uses: (fileId: string) => Sql;
  /** SQL for the files that a row uses; may be null. */
  files: Sql;
  /** SQL assignment that removes the file from a row, for tables whose deleted rows can be restored. */
  without?: (fileId: string) => Sql;
}

export function byColumn<Kind extends string>(kind: Kind, table: Sql, column: Sql): FileUse<Kind> {
  return { kind, table, uses: (id) => sql`${column} = ${id}`, files: column };
}

/** Use by one column of a table. */
export function displayedBy<Kind extends string>(kind: Kind, table: string, column: string): FileUse<Kind> {
  return {
    ...byColumn(kind, identifier(table), sql`referencing.${identifier(column)}`),
    without: () => sql`${identifier(column)} = null`,
  };
}

/** Use as the preview image of a page (SEO). */
export function inSeo<Kind extends string>(kind: Kind, table: Sql, without?: Sql): FileUse<Kind> {
  const file = sql`referencing.seo ->> 'imageFileId'`;
  return {
    kind,
    table,
    uses: (id) => sql`${file} = ${id}::text`,
    files: sql`(${file})::uuid`,
    ...(without && { without: () => without }),
  };
}
