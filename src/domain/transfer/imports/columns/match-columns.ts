import { csvTableOf } from "#lib/csv/csv-table.ts";
import { recordImports, type RecordName } from "../records/record-imports.ts";
import { extraColumns } from "./extra-columns.ts";
import { presetOf, type Preset } from "./presets.ts";
import { foldHeader, meaningsOf } from "./synonyms.ts";

/** The columns that a file of this resource can have, those of other programs at the end. */
export const targetsOf = (resource: RecordName): readonly string[] => [
  ...csvTableOf(recordImports[resource].row).columns,
  ...(extraColumns[resource] ?? []),
];

/** A program whose export a file is, and the meaning of its columns. */
export interface Match {
  preset: Preset | undefined;
  /** In the order of the file; null if a column has no counterpart. */
  columns: readonly (readonly [header: string, column: string | null])[];
}

/** Columns of people, by their names in rows about something that belongs to a person. */
const people: Readonly<Record<string, readonly string[]>> = {
  email: ["student_email", "member_email", "author.email"],
  external_id: ["student_external_id", "member_external_id"],
  name: ["author.name"],
  price: [],
};

/** Suggests the meaning of each column of a file: by its name, the program that wrote it, or words for the same. */
export function matchColumns(resource: RecordName, headers: readonly string[]): Match {
  const targets = targetsOf(resource);
  const byFolded = new Map(targets.map((target) => [foldHeader(target), target]));
  const preset = presetOf(resource, headers);
  const used = new Set<string>();
  const take = (column: string | undefined): string | null => {
    if (column === undefined || used.has(column)) return null;
    used.add(column);
    return column;
  };
  // Exact names first, so that a word for the same does not take their place.
  const exact = new Map(headers.map((header) => [header, byFolded.get(foldHeader(header))] as const));
  const byHeader = new Map(
    Object.entries(preset?.columns ?? {}).map(([header, column]) => [foldHeader(header), column] as const),
  );
  const declared = new Map(headers.map((header) => [header, byHeader.get(foldHeader(header))] as const));
  const first = headers.map((header) => {
    const declaredColumn = declared.get(header);
    if (declaredColumn === null) return null;
    return take(declaredColumn ?? exact.get(header));
  });
  const columns = headers.map((header, index) => {
    const matchedColumn = first[index] ?? null;
    if (matchedColumn !== null || declared.get(header) === null || header === "")
      return [header, matchedColumn] as const;
    const meant = meaningsOf(header)
      .flatMap((column) => [...(people[column] ?? []), column])
      .find((column) => targets.includes(column) && !used.has(column));
    return [header, take(meant)] as const;
  });
  return { preset, columns };
}
