import { Document, isNode, LineCounter, parseDocument, visit } from "yaml";
import * as z from "zod";
import { Markdown } from "#domain/fields.ts";
import { Problem } from "#domain/problem.ts";
import { findUnstorableText } from "#domain/storable-text.ts";
import { sayIssue } from "#domain/say-issue.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { nearest } from "#lib/nearest.ts";
import { pointerOf, wirePointer } from "#lib/wire/pointer.ts";
import { prune } from "./prune.ts";

/** Something in a file that cannot be used, and where. */
export interface Fault {
  file: string;
  line?: number | undefined;
  detail: string;
}

/** Letters: more than any quiz that people would answer. */
const longest = 2_000_000;

/**
 * A file of a course: fields in YAML between two lines of `---`, a blank line, and the text. A newline at the end of
 * the file belongs to the file, not to the text. Without anything below the fields there is no text.
 */
export function readMatter<Schema extends z.ZodObject>(
  schema: Schema,
  file: string,
  source: string,
): { matter: z.output<Schema>; body: string | null } | { faults: Fault[] } {
  const parts = partsOf(source);
  if (!parts) {
    return {
      faults: [{ file, line: 1, detail: "expected fields between two lines of ---, the first at the beginning" }],
    };
  }
  if (parts.yaml.length > longest) {
    return { faults: [{ file, line: 1, detail: "there is too much between the lines of ---" }] };
  }
  const read = readFields(schema, file, parts.yaml);
  if (Array.isArray(read)) return { faults: read };
  const body = bodyOf(parts.text, parts.newline);
  const { issues } = Markdown.nullable().safeParse(body).error ?? { issues: [] };
  const isStorable = findUnstorableText(body ?? "") === undefined;
  if (issues.length === 0 && isStorable) return { matter: read.matter, body };
  return { faults: [{ file, detail: `the text: ${issues[0]?.message ?? "it holds a zero byte"}` }] };
}

/** The line of a file of a course on which a field stands, or what it belongs to. */
export function lineOfField(source: string, field: readonly PropertyKey[]): number {
  const lines = new LineCounter();
  const document = parseYaml(partsOf(source)?.yaml ?? "", lines);
  return document ? lineOf(document, lines, field) : 1;
}

function partsOf(source: string): { yaml: string; text: string; newline: string } | undefined {
  const begin = /^---[ \t]*(\r?\n)/.exec(source);
  const rest = begin ? source.slice(begin[0].length) : "";
  // Lines end with LF alone: other characters that end lines may stand in a field.
  const end = /(?<=^|\n)---[ \t]*(?:\r?\n|(?![^]))/.exec(rest);
  if (!begin || !end) return undefined;
  return { yaml: rest.slice(0, end.index), text: rest.slice(end.index + end[0].length), newline: begin[1]! };
}

function bodyOf(text: string, newline: string): string | null {
  const body = text.startsWith(newline) ? text.slice(newline.length) : text;
  if (body === "") return null;
  return body.endsWith(newline) ? body.slice(0, -newline.length) : body;
}

function readFields<Schema extends z.ZodObject>(
  schema: Schema,
  file: string,
  yaml: string,
): { matter: z.output<Schema> } | Fault[] {
  const lines = new LineCounter();
  const document = parseYaml(yaml, lines);
  if (!document) return [{ file, line: 2, detail: "expected YAML that is not nested so deeply" }];
  const broken = document.errors.map(({ pos, message }) => ({
    file,
    line: lineAt(lines, pos[0]),
    detail: `expected YAML: ${message}`,
  }));
  if (broken.length > 0) return broken.slice(0, 1);
  const fields = plain(document);
  if (fields === undefined) return [{ file, line: 2, detail: "expected fields, like `name: Knots`, without aliases" }];

  const { value, unknown } = compileDecoder(schema)(fields);
  const faults = unknown.map(({ path, known }) => {
    const meant = nearest(String(path.at(-1)), known);
    const hint = meant ? `did you mean ${meant}?` : `there are ${known.join(", ")}`;
    return { file, line: lineOf(document, lines, path), detail: `there is no field ${path.join(".")}; ${hint}` };
  });
  const unstorable = findUnstorableText(value);
  if (unstorable)
    return [...faults, { file, line: 2, detail: `${unstorable.join(".")} holds a zero byte or half of a character` }];
  const result = schema.safeParse(value, { error: sayIssue });
  for (const { path, message } of result.error?.issues ?? []) {
    const place = wirePointer(schema, pointerOf(path)).split("/").slice(1).map(partOfPath);
    faults.push({ file, line: lineOf(document, lines, place), detail: `${place.join(".") || "fields"}: ${message}` });
  }
  return faults.length > 0 || !result.success ? faults : { matter: result.data };
}

function lineOf(document: YamlDocument, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (isNode(node) && node.range) return lineAt(lines, node.range[0]);
  }
  return 2;
}

/** The first line of the file is the one of `---`. */
const lineAt = (lines: LineCounter, offset: number): number => 1 + Math.max(lines.linePos(offset).line, 1);

/** Places in lists are numbers in YAML. RFC 6901 §4 */
export const partOfPath = (part: string): string | number =>
  /^\d+$/.test(part) ? Number(part) : part.replaceAll("~1", "/").replaceAll("~0", "~");

type YamlDocument = ReturnType<typeof parseDocument>;

function parseYaml(yaml: string, lineCounter: LineCounter) {
  try {
    return parseDocument(yaml, { lineCounter, prettyErrors: false, version: "1.2", schema: "core" });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Aliases could make a small file a large one. */
function plain(document: YamlDocument): unknown {
  try {
    const fields: unknown = document.toJS({ maxAliasCount: 0 });
    return typeof fields === "object" && fields !== null && !Array.isArray(fields) ? fields : undefined;
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The file of which reading gives this again: what has its default is left out. */
export function writeMatter(schema: z.ZodObject, matter: object, body: string | null): string {
  const fields = compileEncoder(schema)(prune(schema, matter));
  const document = new Document(fields, { version: "1.2", schema: "core", aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && !isPlainText(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  const yaml = document.toString({ lineWidth: 0, doubleQuotedAsJSON: true });
  return `---\n${yaml}---\n${body === null ? "" : `\n${body}\n`}`;
}

/** Whether a text means itself in a block, line by line: lines of nothing but space would not always be kept. */
const isPlainText = (text: string): boolean =>
  !/[\p{Cc}\u2028\u2029\uFEFF]/u.test(text.replaceAll("\n", "")) && !/^\s|\n[ \t]+(\n|$)/.test(text);

export const problemOfFaults = (faults: readonly Fault[]): Problem => new Problem("validation_failed", inLines(faults));

export const inLines = (faults: readonly Fault[]): string => faults.slice(0, mostTold).map(tell).join("\n");

const mostTold = 100;

const tell = ({ file, line, detail }: Fault): string => `${file}${line === undefined ? "" : `:${line}`}: ${detail}`;
