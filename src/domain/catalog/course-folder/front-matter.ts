import type * as z from "zod";
import { Markdown } from "#domain/platform/fields.ts";
import { findUnstorableText } from "#domain/platform/storable-text.ts";
import { type Fault, lineOfYamlField, readYamlFields, writeYamlFields } from "#domain/platform/yaml-fields.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { prune } from "./prune.ts";

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
  const read = readYamlFields(schema, file, parts.yaml, firstOfYaml);
  if (Array.isArray(read)) return { faults: read };
  const body = bodyOf(parts.text, parts.newline);
  const { issues } = Markdown.nullable().safeParse(body).error ?? { issues: [] };
  const isStorable = findUnstorableText(body ?? "") === undefined;
  if (issues.length === 0 && isStorable) return { matter: read.matter, body };
  return { faults: [{ file, detail: `the text: ${issues[0]?.message ?? "it holds a zero byte"}` }] };
}

/** The first line of the file is the one of `---`. */
const firstOfYaml = 2;

/** The line of a file of a course on which a field stands, or what it belongs to. */
export const lineOfField = (source: string, field: readonly PropertyKey[]): number =>
  lineOfYamlField(partsOf(source)?.yaml ?? "", field, firstOfYaml);

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

/** The file of which reading gives this again: what has its default is left out. */
export function writeMatter(schema: z.ZodObject, matter: object, body: string | null): string {
  const fields = compileEncoder(schema)(prune(schema, matter));
  return `---\n${writeYamlFields(fields)}---\n${body === null ? "" : `\n${body}\n`}`;
}
