import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { resourceExamples } from "#rest/examples/catalog.ts";
import { fieldExamples } from "#rest/examples/field-examples.ts";

type Components = Record<string, JsonSchema>;

/** Schema keywords that describe values. */
type Schema = JsonSchema & {
  $ref?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  items?: Schema;
  minimum?: number;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
};

/**
 * Generates an example of a schema with its required fields, from `resourceExamples` and `fieldExamples`. `name` is the
 * schema's name in the components.
 */
export function exampleOf(schema: JsonSchema, components: Components, name?: string): unknown {
  const { $ref, example, default: defaultValue, enum: choices, oneOf, anyOf, allOf, ...rest } = schema as Schema;
  if ($ref !== undefined) {
    const referred = $ref.replace("#/components/schemas/", "");
    return exampleOf(components[referred] ?? {}, components, referred);
  }
  if (example !== undefined) return example;
  if (defaultValue !== undefined) return defaultValue;
  if (choices) return choices[0];
  const [whole] = oneOf ?? anyOf ?? allOf ?? [];
  if (whole) return exampleOf(whole, components);
  if (rest.type === "object") return objectOf(rest, components, name);
  if (rest.type === "array") return rest.items ? [exampleOf(rest.items, components)] : [];
  if (rest.type === "boolean") return false;
  if (rest.type === "integer" || rest.type === "number") return rest.minimum ?? 0;
  return rest.type === "string" ? "example" : {};
}

function objectOf(schema: Schema, components: Components, name: string | undefined): object {
  const { properties = {}, required = [] } = schema;
  const documented = documentedFieldsOf(properties, name);
  const isThere = ([field, property]: [string, JsonSchema]) =>
    required.includes(field) || "default" in property || field in documented;
  const fields = Object.entries(properties)
    .filter(isThere)
    .map(([field, property]): [string, unknown] => [
      field,
      field in documented ? documented[field] : fieldOf(field, property, components),
    ]);
  return withHtml(Object.fromEntries(fields));
}

/**
 * Returns example fields by schema name, which summaries and detailed variants share with the resource, or by
 * `object`.
 */
function documentedFieldsOf({ object }: Record<string, Schema>, name = ""): Readonly<Record<string, unknown>> {
  const [type] = object?.enum ?? [];
  return resourceExamples[name] ?? resourceExamples[typeof type === "string" ? type : name] ?? {};
}

function fieldOf(field: string, schema: Schema, components: Components): unknown {
  const example = fieldExamples[field];
  if (example !== undefined && isOf(example, schema)) return example;
  return isNullable(schema) && schema["default"] === undefined ? null : exampleOf(schema, components);
}

const isOf = (value: unknown, { type, enum: choices }: Schema): boolean =>
  !choices && (Array.isArray(value) ? "array" : typeof value) === (type === "integer" ? "number" : type);

const isNullable = ({ nullable, oneOf = [] }: Schema): boolean =>
  nullable === true || oneOf.some((option) => option.nullable === true);

/** Adds the rendered HTML of Markdown fields. Examples use only **bold**. */
function withHtml(fields: Record<string, unknown>): object {
  for (const field of Object.keys(fields)) {
    const markdown = fields[field.replace(/_html$/, "_markdown")];
    if (!field.endsWith("_html") || typeof markdown !== "string") continue;
    fields[field] = `<p>${markdown.replaceAll(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")}</p>\n`;
  }
  return fields;
}
