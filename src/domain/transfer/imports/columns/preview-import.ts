import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { findFile } from "#domain/files/files/queries.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { removeFolder } from "#lib/files/remove-folder.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { scopesOf } from "../open-import.ts";
import { countRows } from "../records/count-rows.ts";
import { csvRecords } from "../records/read/csv-records.ts";
import { readCsv } from "../records/read/read-csv.ts";
import { recordReader } from "../records/read/read-record.ts";
import { fileOf } from "../records/read/record-files.ts";
import type { SourceRow } from "../records/read/source-row.ts";
import { type RecordName, recordImports } from "../records/record-imports.ts";
import { openSourceFolder, type SourceFolder } from "../source-folder.ts";
import { columnFields, requireMatch, Resource } from "./column-fields.ts";
import { matchedReaderOf } from "./column-reader.ts";
import { detectEncoding, encodings } from "./encodings.ts";
import { matchColumns, targetsOf } from "./match-columns.ts";
import { leftBehind, platforms } from "./presets.ts";
import type { School } from "./extra-columns.ts";
import { readSchool } from "./school.ts";

const maxPreviewRows = 20;
const maxSample = 200;
const maxHeader = 300;

const Text = untrusted(z.string());

const ImportPreview = z
  .object({
    object: z.literal("import_preview"),
    resource: Resource,
    encoding: z.enum(encodings),
    platform: z
      .enum(platforms)
      .nullable()
      .meta({ description: "The program that exported the file, if its columns tell" }),
    columns: z
      .array(
        z.object({
          header: Text,
          column: z.string().nullable().meta({ description: "Null: the column is left out" }),
          sample: Text,
        }),
      )
      .meta({ description: "The columns of the file with their meaning: as requested, or as suggested" }),
    targets: z.array(z.string()).meta({ description: "All columns that the resource can have" }),
    missing: z.array(z.string()).meta({ description: "Columns that need one value for all rows, in `fixed`" }),
    total: z.number().int().min(0).meta({ description: "Rows of the file" }),
    rows: z
      .array(
        z.object({
          rowNumber: z.number().int().min(1).meta({ description: "Line of the file" }),
          values: z.record(z.string(), z.unknown()).nullable(),
          problem: Text.nullable(),
        }),
      )
      .meta({ description: `The first ${maxPreviewRows} rows as they would be imported, each with its problem` }),
    leftBehind: z
      .array(z.enum(leftBehind))
      .meta({ description: "Parts that the files of this program do not contain, or that have no counterpart here" }),
  })
  .meta({ id: "ImportPreview" });

const Input = z.object({
  resource: Resource,
  fileId: Id("file").optional(),
  inline: z
    .string()
    .min(1)
    .max(262_144)
    .optional()
    .meta({ description: "Alternative to `file_id`: the start of the file" }),
  ...columnFields,
});

export { encodings };

export const previewImport = operation({
  name: "previewImport",
  summary: "Preview the import of a CSV file",
  description:
    "Reads the columns and first rows of a CSV file, recognizes exports of other programs, and suggests the meaning of each column for `POST /imports`. Saves nothing. A dry run of the import checks all rows.",
  reads: "school:write",
  input: Input,
  output: ImportPreview,
  async run(context, input) {
    const { resource, fileId, inline } = input;
    requireScopes(context.caller, scopesOf({ format: "csv", resource }));
    requireMatch({ ...input, format: "csv" });
    if ((fileId === undefined) === (inline === undefined)) {
      throw validationFailed("/fileId", "invalid_type", "Send either file_id or inline.");
    }
    await using source = await openSource(context, fileId, inline);
    return await describe(context, fileIn(source, resource), input);
  },
});

async function openSource(context: Context, fileId = "", inline = ""): Promise<SourceFolder> {
  if (fileId !== "") {
    const file = await findFile(context, fileId);
    if (!file) throw notFound("file", formatId("file", fileId));
    return openSourceFolder(context, { id: newId(), fileId, objectId: null });
  }
  const folder = await mkdtemp(path.join(tmpdir(), `lectern-import-job-${context.site.id}-${newId()}-`));
  await writeFile(path.join(folder, "rows.csv"), inline);
  return { folder, [Symbol.asyncDispose]: () => removeFolder(folder) };
}

const fileIn = ({ folder }: SourceFolder, resource: RecordName): string => fileOf(folder, resource, "csv");

async function describe(
  context: Context,
  file: string,
  { resource, columns: requested, fixed = {}, encoding: chosen }: z.output<typeof Input>,
): Promise<z.output<typeof ImportPreview>> {
  const encoding = chosen ?? (await detectEncoding(file, context.site.defaultLocale));
  const { headers, samples } = await readHead(file, encoding);
  const match = matchColumns(resource, headers);
  const columns = headers.map((header, index) => ({
    header,
    column:
      requested && Object.hasOwn(requested, header) ? (requested[header] ?? null) : (match.columns[index]?.[1] ?? null),
    sample: samples[index] ?? "",
  }));
  const missing = match.preset?.missing;
  return {
    object: "import_preview",
    resource,
    encoding,
    platform: match.preset?.platform ?? null,
    columns: columns.filter(({ header }) => header !== ""),
    targets: [...targetsOf(resource)],
    missing: missing !== undefined && !columns.some(({ column }) => column === missing) ? [missing] : [],
    total: await countRows(file, "csv"),
    rows: await readRows(context, file, { resource, columns, fixed, encoding }),
    leftBehind: [...(match.preset?.leaves ?? [])],
  };
}

interface Head {
  headers: string[];
  samples: string[];
}

/** The names of the columns, and the first value of each. */
async function readHead(file: string, encoding: string): Promise<Head> {
  const records: string[][] = [];
  for await (const record of csvRecords(file, encoding)) {
    if (!("cells" in record)) {
      if (records.length === 0)
        throw validationFailed("/fileId", "invalid", `The first line: expected ${record.expected}.`);
      continue;
    }
    records.push(record.cells.map((cell) => Buffer.from(cell, "latin1").toString("utf8").trim()));
    if (records.length > maxPreviewRows) break;
  }
  const [headers = [], ...rest] = records;
  if (headers.every((header) => header === "")) {
    throw validationFailed(
      "/fileId",
      "empty",
      "The file is empty. Expected a first line with the names of its columns.",
    );
  }
  if (headers.some((header) => header.length > maxHeader)) {
    const detail = `A column has a name of more than ${maxHeader} characters. Expected a first line with the names of the columns.`;
    throw validationFailed("/fileId", "too_big", detail);
  }
  const samples = headers.map((_, index) => rest.map((cells) => cells[index] ?? "").find((cell) => cell !== "") ?? "");
  return { headers, samples: samples.map((sample) => sample.slice(0, maxSample)) };
}

interface Matched {
  resource: RecordName;
  columns: readonly { header: string; column: string | null }[];
  fixed: Readonly<Record<string, string>>;
  encoding: string;
}

async function readRows(context: Context, file: string, { resource, columns, fixed, encoding }: Matched) {
  const what = recordImports[resource];
  const target = { name: resource, what, school: await readSchool(context) };
  const match = { columns: Object.fromEntries(columns.map(({ header, column }) => [header, column])), fixed };
  const read = recordReader(what, await findTimeZone(context));
  const rows: Row[] = [];
  try {
    for await (const row of readCsv(file, (header) => matchedReaderOf(target, file, header, match), encoding)) {
      rows.push(withCourse(previewOf(row, read), target.school));
      if (rows.length === maxPreviewRows) break;
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The path of the temporary file tells nothing.
    return [{ rowNumber: 1, values: null, problem: error.message.replace(`${file}:1: `, "").replace(`${file}: `, "") }];
  }
  return rows;
}

interface Row {
  rowNumber: number;
  values: Record<string, unknown> | null;
  problem: string | null;
}

/** Reports a course that does not exist, which a row alone does not show. */
function withCourse(row: Row, { courses }: School): Row {
  const slug = row.values?.["course_slug"];
  const isKnown = typeof slug !== "string" || [...courses.values()].includes(slug);
  return isKnown || row.problem !== null ? row : { ...row, problem: `There is no course ${slug} at this site.` };
}

function previewOf(row: SourceRow, read: ReturnType<typeof recordReader>): Row {
  if ("problem" in row) return { rowNumber: row.line, values: null, problem: row.problem.message };
  const record = read(row.wire);
  const problem =
    record instanceof Problem
      ? (record.details.errors ?? []).map(({ pointer, detail }) => `${pointer.slice(1)}: ${detail}`).join(" ") ||
        record.message
      : null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The reader makes objects.
  return { rowNumber: row.line, values: shortened(row.wire as Record<string, unknown>), problem };
}

/** Cuts long texts: twenty rows can have megabytes. */
const shortened = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" && value.length > maxSample ? `${value.slice(0, maxSample).toWellFormed()}…` : value,
    ]),
  );
