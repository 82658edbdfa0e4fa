import { Document, isNode, LineCounter, parseDocument, visit } from "yaml";
import type * as z from "zod";
import { Problem } from "#domain/platform/problem.ts";
import { findUnstorableText } from "#domain/platform/storable-text.ts";
import { formatIssue } from "#domain/platform/format-issue.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { nearest } from "#lib/nearest.ts";
import { pointerOf, wirePointer } from "#lib/wire/pointer.ts";

/** An error in a file, with its location. */
export interface Fault {
  file: string;
  line?: number | undefined;
  detail: string;
}

/** Parses fields from YAML that starts at a given line of its file. Returns the faults with their lines. */
export function readYamlFields<Schema extends z.ZodObject>(
  schema: Schema,
  file: string,
  yaml: string,
  firstLine = 1,
): { matter: z.output<Schema> } | Fault[] {
  const lines = new LineCounter();
  const document = parseYaml(yaml, lines);
  if (!document) return [{ file, line: firstLine, detail: "YAML is nested too deeply" }];
  const lineOf = (path: readonly PropertyKey[]) => lineIn(document, lines, path, firstLine);
  const broken = document.errors.map(({ pos, message }) => ({
    file,
    line: lineAt(lines, pos[0], firstLine),
    detail: `expected YAML: ${message}`,
  }));
  if (broken.length > 0) return broken.slice(0, 1);
  const fields = plain(document);
  if (fields === undefined)
    return [{ file, line: firstLine, detail: "expected fields, like `name: Knots`, without aliases" }];

  const { value, unknown } = compileDecoder(schema)(fields);
  const faults = unknown.map(({ path, known }) => {
    const meant = nearest(String(path.at(-1)), known);
    const hint = meant ? `did you mean ${meant}?` : `known fields are ${known.join(", ")}`;
    return { file, line: lineOf(path), detail: `there is no field ${path.join(".")}; ${hint}` };
  });
  const unstorable = findUnstorableText(value);
  if (unstorable)
    return [
      ...faults,
      { file, line: firstLine, detail: `${unstorable.join(".")} contains U+0000 or a lone surrogate` },
    ];
  const result = schema.safeParse(value, { error: formatIssue });
  for (const { path, message } of result.error?.issues ?? []) {
    const place = wirePointer(schema, pointerOf(path)).split("/").slice(1).map(partOfPath);
    faults.push({ file, line: lineOf(place), detail: `${place.join(".") || "fields"}: ${message}` });
  }
  return faults.length > 0 || !result.success ? faults : { matter: result.data };
}

/** Returns the line of a YAML field, or of its nearest ancestor. */
export function lineOfYamlField(yaml: string, field: readonly PropertyKey[], firstLine: number): number {
  const lines = new LineCounter();
  const document = parseYaml(yaml, lines);
  return document ? lineIn(document, lines, field, firstLine) : firstLine;
}

type YamlDocument = ReturnType<typeof parseDocument>;

function lineIn(document: YamlDocument, lines: LineCounter, path: readonly PropertyKey[], firstLine: number): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lineAt(lines, node.range[0], firstLine);
  }
  return firstLine;
}

const lineAt = (lines: LineCounter, offset: number, firstLine: number): number =>
  firstLine - 1 + Math.max(lines.linePos(offset).line, 1);

/** List indexes are numbers in YAML (RFC 6901 §4). */
export const partOfPath = (part: string): string | number =>
  /^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~");

function parseYaml(yaml: string, lineCounter: LineCounter) {
  try {
    return parseDocument(yaml, { lineCounter, prettyErrors: false, version: "1.2", schema: "core" });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** YAML aliases could expand a small file into a large one. */
function plain(document: YamlDocument): unknown {
  try {
    const fields: unknown = document.toJS({ maxAliasCount: 0 });
    return typeof fields === "object" && fields !== null && !Array.isArray(fields) ? fields : undefined;
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
    throw error;
  }
}

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

export const inLines = (faults: readonly Fault[]): string => faults.slice(0, mostTold).map(tell).join("\n");

const mostTold = 100;

const tell = ({ file, line, detail }: Fault): string => `${file}${line === undefined ? "" : `:${line}`}: ${detail}`;
