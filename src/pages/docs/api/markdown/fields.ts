import { lastOf } from "../reference.ts";
import { limitsOf, merged, type Parameter, type Schema } from "../schema.ts";

/** Nested objects are listed in place up to this depth. */
const maxDepth = 4;

/** Values of an enumeration that a row names. */
const maxValues = 40;

interface Row {
  name: string;
  type: string;
  isRequired: boolean;
  text: string;
}

/** The fields of an object as a table, nested ones by their path (`price.amount`), or the type of another value. */
export function fieldsMarkdown(schema: Schema, origin: string): string {
  const rows = listRows(schema, "", origin, 0);
  return rows.length === 0 ? `${typeOf(merged(schema), origin)}\n` : tableOf("Field", rows);
}

/** Parameters as a table. A range filter has a row for each comparison. */
export function parametersMarkdown(parameters: readonly Parameter[], origin: string): string {
  const rows = parameters.flatMap(({ name, required = false, description, schema = {} }): Row[] => {
    const field = { ...schema, ...(description !== undefined && { description }) };
    if (!field.properties) return [rowOf(name, field, required, origin)];
    const parts = Object.entries(field.properties).map(([part, property]) =>
      rowOf(`${name}[${part}]`, property, false, origin),
    );
    return parts.map((row, index) => (index === 0 ? { ...row, text: `${description ?? ""} ${row.text}`.trim() } : row));
  });
  return tableOf("Name", rows);
}

function listRows(schema: Schema, prefix: string, origin: string, depth: number): Row[] {
  if (depth > maxDepth) return [];
  const whole = merged(schema);
  const inner = merged(whole.items ?? whole);
  const path = whole.items && prefix !== "" ? `${prefix}[]` : prefix;
  const required = new Set(inner.required);
  const own = Object.entries(inner.properties ?? {}).flatMap(([name, field]): Row[] => {
    const at = path === "" ? name : `${path}.${name}`;
    return [rowOf(at, field, required.has(name), origin), ...listRows(field, at, origin, depth + 1)];
  });
  const options = (whole.oneOf ?? whole.anyOf ?? []).filter((option) => merged(option).properties);
  return [...own, ...options.flatMap((option) => listRows(option, path, origin, depth + 1))];
}

function rowOf(name: string, field: Schema, isRequired: boolean, origin: string): Row {
  const whole = merged(field);
  const values = (whole.enum ?? whole.items?.enum ?? []).filter((value) => value !== null).slice(0, maxValues);
  const listed = values.map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``).join(", ");
  const text = [whole.description, listed === "" ? undefined : `Values: ${listed}`].filter(Boolean).join(" ");
  return { name, type: typeOf(whole, origin), isRequired, text };
}

function typeOf(schema: Schema, origin: string): string {
  const { $ref, nullable, items, oneOf, anyOf, type = "", format, properties } = schema;
  const name = lastOf($ref);
  const options = (oneOf ?? anyOf ?? []).filter((option) => Object.keys(option).some((key) => key !== "nullable"));
  const suffix = nullable === true || (oneOf ?? []).some((option) => option.nullable === true) ? " or null" : "";
  if ($ref !== undefined) return `[${name}](${origin}/docs/api/schemas/${name}.md)${suffix}`;
  if (options.length > 0) return `${options.map((option) => typeOf(merged(option), origin)).join(", ")}${suffix}`;
  if (items) return `list of ${typeOf(merged(items), origin)}${suffix}`;
  const plain = properties ? "object" : format === undefined ? type : `${type} (${format})`;
  return `${[plain, limitsOf(schema)].filter(Boolean).join(", ")}${suffix}`;
}

function tableOf(heading: string, rows: readonly Row[]): string {
  const lines = rows.map(
    ({ name, type, isRequired, text }) =>
      `| \`${name}\` | ${inCell(type)} | ${isRequired ? "yes" : ""} | ${inCell(text)} |`,
  );
  return `| ${heading} | Type | Required | Description |\n| --- | --- | --- | --- |\n${lines.join("\n")}\n`;
}

const inCell = (text: string): string => text.replaceAll("|", String.raw`\|`).replaceAll(/\s+/g, " ");
