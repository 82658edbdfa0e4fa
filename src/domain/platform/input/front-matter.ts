import type * as z from "zod";
import { Markdown } from "#domain/platform/fields.ts";
import { findUnstorableText } from "#domain/platform/input/storable-text.ts";
import { type Fault, linesOfYamlFields, readYamlFields, writeYamlFields } from "#domain/platform/input/yaml-fields.ts";
import { only } from "#lib/collections/only.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "#lib/json/is-record.ts";
import { definitionOf } from "#lib/wire/definition.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";

/** In characters. Larger than any realistic quiz. */
const maxYamlLength = 2_000_000;

/**
 * Parses a text file: YAML front matter between two `---` lines, a blank line, and the text. A newline at the end
 * of the file is not part of the text. Returns null as the text if nothing follows the front matter.
 */
export async function readMatter<Schema extends z.ZodObject>(
  schema: Schema,
  file: string,
  source: string,
  timeZone?: string,
): Promise<{ matter: z.output<Schema>; body: string | null } | { faults: Fault[] }> {
  const parts = partsOf(source);
  if (!parts) {
    return {
      faults: [
        { file, line: 1, detail: "expected YAML front matter between two --- lines at the beginning of the file" },
      ],
    };
  }
  if (parts.yaml.length > maxYamlLength) {
    return { faults: [{ file, line: 1, detail: "the front matter is too large" }] };
  }
  const read = await readYamlFields(schema, file, parts.yaml, firstOfYaml, timeZone);
  if (Array.isArray(read)) return { faults: read };
  const body = bodyOf(parts.text, parts.newline);
  const { issues } = Markdown.nullable().safeParse(body).error ?? { issues: [] };
  const isStorable = findUnstorableText(body ?? "") === undefined;
  if (issues.length === 0 && isStorable) return { matter: read.matter, body };
  return { faults: [{ file, detail: `the text: ${issues[0]?.message ?? "it contains a null byte"}` }] };
}

/** Line 1 is the opening `---`. */
const firstOfYaml = 2;

/** Returns the line number of a field in such a file, or of its closest existing parent. */
export async function lineOfField(file: string, source: string, field: readonly PropertyKey[]): Promise<number> {
  return only(await linesOfYamlFields(file, partsOf(source)?.yaml ?? "", [field], firstOfYaml));
}

function partsOf(source: string): { yaml: string; text: string; newline: string } | undefined {
  const [begin, newline] = /^---[ \t]*(\r?\n)/.exec(source) ?? [];
  const afterOpening = begin === undefined ? "" : source.slice(begin.length);
  // Only LF ends a line, because a field can contain other line separators.
  const end = /(?<=^|\n)---[ \t]*(?:\r?\n|(?![^]))/.exec(afterOpening);
  if (newline === undefined || !end) return undefined;
  return { yaml: afterOpening.slice(0, end.index), text: afterOpening.slice(end.index + end[0].length), newline };
}

function bodyOf(text: string, newline: string): string | null {
  const body = text.startsWith(newline) ? text.slice(newline.length) : text;
  if (body === "") return null;
  return body.endsWith(newline) ? body.slice(0, -newline.length) : body;
}

/** Serializes such a file. Fields with default values are omitted, so parsing returns the same value. */
export function writeMatter(schema: z.ZodObject, matter: object, body: string | null): string {
  const fields = compileEncoder(schema)(prune(schema, matter));
  return `---\n${writeYamlFields(fields)}---\n${body === null ? "" : `\n${body}\n`}`;
}

/**
 * Removes fields that have their default values and sorts the keys of maps. Parsing the result returns the same
 * value.
 */
function prune(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const node = nodeOf(schema);
  // PostgreSQL does not keep the key order of `jsonb`.
  if (node.kind === "record") return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  if (node.kind === "array" && Array.isArray(value)) return value.map((item) => prune(node.element, item));
  if (node.kind !== "object" || !isRecord(value)) return value;
  const nonDefaults: Record<string, unknown> = {};
  for (const [name, field] of node.fields) {
    const item = value[name];
    if (item !== undefined && !isDefault(field, item)) nonDefaults[name] = prune(field, item);
  }
  return nonDefaults;
}

function isDefault(schema: z.ZodType, value: unknown): boolean {
  const definition = definitionOf(schema);
  return definition.type === "default" && isDeepStrictEqual(definition.defaultValue, value);
}
