import { Document, visit } from "yaml";
import type * as z from "zod";
import { Problem } from "#domain/platform/problem.ts";
import { findUnstorableText } from "#domain/platform/input/storable-text.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { instantsOfDates } from "#domain/platform/time/instants-of-dates.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { nearest } from "#lib/text/nearest.ts";
import { only } from "#lib/collections/only.ts";
import { pointerOf, wirePointer } from "#lib/wire/pointer.ts";
import { TextWorker } from "#lib/text-worker/text-worker.ts";
import { zip } from "#lib/zip/zip.ts";

/** An error in a file, with its location. */
export interface Fault {
  file: string;
  line?: number | undefined;
  detail: string;
}

/** YAML can be slow to parse, even maliciously. Apart from the worker for texts, which must not wait for imports. */
const worker = new TextWorker();

type Path = readonly PropertyKey[];

/**
 * Parses fields from YAML that starts at a given line of its file. Returns the faults with their lines. `timeZone`: that
 * of dates without a time.
 */
export async function readYamlFields<Schema extends z.ZodObject>(
  schema: Schema,
  file: string,
  yaml: string,
  firstLine = 1,
  timeZone = "UTC",
): Promise<{ matter: z.output<Schema> } | Fault[]> {
  const parsed = only(await worker.clean(file, [{ form: "yaml" as const, text: yaml }]));
  if ("refusal" in parsed) return [{ file, line: firstLine, detail: parsed.refusal.detail }];
  if ("reason" in parsed) return [{ file, line: firstLine - 1 + (parsed.line ?? 1), detail: parsed.reason }];
  const { data: fields } = parsed;
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    return [{ file, line: firstLine, detail: "expected fields, like `name: Knots`" }];
  }

  const { value: decoded, unknown } = compileDecoder(schema)(fields);
  const value = instantsOfDates(schema, decoded, timeZone);
  const mistakes: { path: Path; detail: string }[] = unknown.map(({ path, known }) => {
    const meant = nearest(String(path.at(-1)), known);
    const hint = meant ? `did you mean ${meant}?` : `known fields are ${known.join(", ")}`;
    return { path, detail: `there is no field ${path.join(".")}; ${hint}` };
  });
  const unstorable = findUnstorableText(value);
  const result = unstorable ? undefined : schema.safeParse(value, { error: formatIssue });
  if (unstorable) {
    mistakes.push({ path: [], detail: `${unstorable.join(".")} contains U+0000 or a lone surrogate` });
  }
  for (const { path, message } of result?.error?.issues ?? []) {
    const location = wirePointer(schema, pointerOf(path)).split("/").slice(1).map(partOfPath);
    mistakes.push({ path: location, detail: `${location.join(".") || "fields"}: ${message}` });
  }
  if (mistakes.length === 0 && result?.success) return { matter: result.data };
  const reported = mistakes.slice(0, maxReported);
  const lines = await linesOfYamlFields(
    file,
    yaml,
    reported.map(({ path }) => path),
    firstLine,
  );
  return zip(reported, lines).map(([{ detail }, line]) => ({ file, line, detail }));
}

/** Returns the lines of YAML fields, or of their nearest ancestors. */
export async function linesOfYamlFields(
  file: string,
  yaml: string,
  fields: readonly Path[],
  firstLine: number,
): Promise<number[]> {
  const paths = fields.map((path) => path.map((part) => (typeof part === "number" ? part : String(part))));
  const cleaned = only(await worker.clean(file, [{ form: "yaml_lines" as const, text: yaml, paths }]));
  return "lines" in cleaned ? cleaned.lines.map((line) => firstLine - 1 + line) : fields.map(() => firstLine);
}

/** List indexes are numbers in YAML (RFC 6901 §4). */
export const partOfPath = (part: string): string | number =>
  /^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~");

/** Writes fields as YAML so that every text survives the round trip. */
export function writeYamlFields(fields: unknown): string {
  const document = new Document(fields, { version: "1.2", schema: "core", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && !isPlainText(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0, doubleQuotedAsJSON: true });
}

/** Returns true if a text can be written as a block scalar. Whitespace-only lines would not always survive. */
const isPlainText = (text: string): boolean =>
  !/[\p{Cc}\u2028\u2029\uFEFF]/u.test(text.replaceAll("\n", "")) && !/^\s|\n[ \t]+(\n|$)/.test(text);

export const problemOfFaults = (faults: readonly Fault[]): Problem => new Problem("validation_failed", inLines(faults));

export const inLines = (faults: readonly Fault[]): string => faults.slice(0, maxReported).map(tell).join("\n");

const maxReported = 100;

const tell = ({ file, line, detail }: Fault): string => `${file}${line === undefined ? "" : `:${line}`}: ${detail}`;
