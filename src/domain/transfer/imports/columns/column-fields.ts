import * as z from "zod";
import { validationFailed } from "#domain/platform/problem.ts";
import { type RecordName, recordNames } from "../records/record-imports.ts";
import { encodings } from "./encodings.ts";
import { targetsOf } from "./match-columns.ts";

/** No file has as many columns that mean something. */
const maxColumns = 200;

const Header = z.string().min(1).max(300);
const Column = z.string().min(1).max(100);

const isShort = (value: object): boolean => Object.keys(value).length <= maxColumns;
const tooMany = { error: `Expected at most ${maxColumns} columns.` };

/** Fields of an import of a CSV file from another program. */
export const columnFields = {
  columns: z
    .record(Header, Column.nullable())
    .refine(isShort, tooMany)
    .optional()
    .meta({
      description:
        "`csv` only: the column of the resource for each header of the file, as `POST /imports/preview` suggests it. " +
        "Null leaves a column out. Other headers keep their names. With it, dates are accepted in more forms.",
      examples: [{ "E-mail": "email", "First Name": "first_name", Notes: null }],
    }),
  fixed: z
    .record(Column, z.string().max(500))
    .refine(isShort, tooMany)
    .optional()
    .meta({
      description: "`csv` only: values of columns that the file does not have, for all rows",
      examples: [{ course_slug: "knots" }],
    }),
  encoding: z.enum(encodings).optional().meta({ description: "`csv` only: the encoding of a file that is not UTF-8" }),
};

const Fields = z.object(columnFields);
type Fields = z.output<typeof Fields>;

/** Throws unless the columns belong to the resource. Names of other columns could be typing errors. */
export function requireMatch(input: Fields & { format: string; resource?: RecordName | undefined }): void {
  const { format, resource, columns = {}, fixed = {}, encoding } = input;
  const isUsed = input.columns !== undefined || input.fixed !== undefined || encoding !== undefined;
  if (!isUsed) return;
  if (format !== "csv" || resource === undefined) {
    throw validationFailed("/columns", "not_applicable", "Only csv has columns. Omit columns, fixed and encoding.");
  }
  const columnNames = new Set(targetsOf(resource));
  const isColumn = (column: string) => columnNames.has(column) || /^(?:metadata|custom_fields)\../.test(column);
  for (const [header, column] of Object.entries(columns)) {
    if (column === null || isColumn(column)) continue;
    throw validationFailed("/columns", "unknown_field", unknownColumn(resource, column, header));
  }
  for (const column of Object.keys(fixed)) {
    if (!isColumn(column)) throw validationFailed("/fixed", "unknown_field", unknownColumn(resource, column, column));
  }
}

const unknownColumn = (resource: RecordName, column: string, header: string): string =>
  `${header}: ${resource} have no column ${column}. Expected one of ${targetsOf(resource).join(", ")}.`;

/** The match as it is stored with a job. */
export const matchOf = ({ columns, fixed, encoding }: Fields): Fields => ({
  ...(columns && { columns }),
  ...(fixed && { fixed }),
  ...(encoding && { encoding }),
});

/** Reads the match of a stored job; undefined if it has none. */
export function storedMatch(options: Readonly<Record<string, unknown>>): Fields | undefined {
  const { columns, fixed, encoding } = options;
  const { data } = Fields.safeParse({ columns, fixed, encoding });
  return data && Object.values(data).some((value) => value !== undefined) ? data : undefined;
}

export const Resource = z.enum(recordNames);
