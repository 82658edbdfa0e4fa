import * as z from "zod";
import { Problem, validationFailed } from "#domain/problem.ts";
import { refusedInput, withPointers } from "#domain/refused-input.ts";
import { sayIssue } from "#domain/say-issue.ts";
import { unknownFields } from "#domain/unknown-fields.ts";
import { findUnstorableText } from "#domain/storable-text.ts";
import { type CsvReader, csvTableOf } from "#lib/csv/csv-table.ts";
import { sayKnown } from "#lib/say-known.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { pointerOf, wirePointer } from "#lib/wire/pointer.ts";
import { wrongInput } from "../wrong-input.ts";
import type { RecordImport } from "./record-import.ts";

type Importable = Pick<RecordImport, "row" | "resource">;

/** Compiles how rows of a resource are read, whatever file they stand in. */
export function recordReader({ row, resource }: Importable) {
  // What the API shows of a resource and nobody can write is passed over.
  const shown = Object.keys(resource.shape).map((name) => [name, z.unknown()] as const);
  const decode = compileDecoder(z.object({ ...Object.fromEntries(shown), ...row.shape }));
  return (wire: unknown): z.output<typeof row> | Problem => {
    const { value, unknown } = decode(wire);
    if (unknown.length > 0) return unknownFields(unknown);
    const unstorable = findUnstorableText(value);
    if (unstorable) return refuseText(pointerOf(unstorable));
    const result = row.safeParse(value, { error: sayIssue });
    return result.success ? result.data : onTheWire(row, refusedInput(result.error, value));
  };
}

/** The same problem, its places called as the file calls them. */
export const onTheWire = (row: z.ZodObject, problem: Problem): Problem =>
  withPointers(problem, (pointer) => wirePointer(row, pointer));

const refuseText = (pointer: string) =>
  validationFailed(pointer, "invalid_characters", "It holds a zero byte or half of a character: leave that out.");

/** How the rows below a header are read; throws where it has columns that nobody knows. */
export function csvReaderOf({ row, resource }: Importable, file: string, header: readonly string[]): CsvReader {
  const table = csvTableOf(row);
  const shown = csvTableOf(resource).columns;
  const reader = table.reader(header);
  const [repeated] = reader.repeated;
  if (repeated !== undefined) throw wrongInput(file, 1, `the column ${repeated} is there twice`);
  const unknown = reader.unknown.filter((name) => !shown.includes(name));
  if (unknown.length > 0) {
    const [first] = unknown;
    throw wrongInput(
      file,
      1,
      `there is no column ${unknown.join(", ")}. ${sayKnown(first!, table.columns, "There are none.")}`,
    );
  }
  if (header.every((name) => reader.unknown.includes(name))) {
    throw wrongInput(file, 1, `expected columns that can be written. There are ${table.columns.join(", ")}.`);
  }
  return reader;
}
