import type { Context } from "#domain/platform/context.ts";
import type { CsvSource } from "../records/open-records.ts";
import { type RecordName, recordImports } from "../records/record-imports.ts";
import { storedMatch } from "./column-fields.ts";
import { matchedReaderOf } from "./column-reader.ts";
import { readSchool } from "./school.ts";

/** Returns how the CSV file of a job is read, or undefined if it is as exports of this program are. */
export async function csvSourceOf(
  context: Context,
  name: RecordName,
  options: Readonly<Record<string, unknown>>,
): Promise<CsvSource | undefined> {
  const match = storedMatch(options);
  if (!match) return undefined;
  const { columns = {}, fixed = {}, encoding = "utf-8" } = match;
  const what = recordImports[name];
  const school = await readSchool(context);
  const isMatched = match.columns !== undefined || match.fixed !== undefined;
  return {
    encoding,
    readerOf: (file, header) =>
      matchedReaderOf(
        { name, what, school },
        file,
        header,
        isMatched ? { columns, fixed } : { columns: {}, fixed: {} },
      ),
  };
}
