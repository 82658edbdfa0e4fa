import { isRecord } from "#lib/json/is-record.ts";
import type { Content, Parameter, Schema } from "./schema.ts";

/** An input of the form that sends a request. Optional ones start empty, so that no filter contradicts another. */
export interface RequestField {
  name: string;
  in: "path" | "query" | "header" | "form" | "bytes";
  kind: "text" | "choice" | "file";
  required: boolean;
  /** Options of a choice. */
  choices: readonly string[];
  example: string | undefined;
}

/** Headers that browsers and caches set, or that only logs read. */
const omitted: ReadonlySet<string> = new Set(["If-None-Match", "X-Request-Id", "Content-Digest"]);

export const fieldsOfParameters = (parameters: readonly Parameter[]): RequestField[] =>
  parameters.filter(({ name }) => !omitted.has(name)).flatMap(fieldsOfParameter);

/** A range filter is one input for each comparison: `created_at[gte]`. */
function fieldsOfParameter({ name, in: location, required = false, schema = {} }: Parameter): RequestField[] {
  if (schema.properties) {
    return Object.entries(schema.properties).map(([part, property]) =>
      fieldOf(`${name}[${part}]`, location, false, property),
    );
  }
  return [fieldOf(name, location, required, schema)];
}

function fieldOf(name: string, location: RequestField["in"], required: boolean, schema: Schema): RequestField {
  const { type, format, enum: values, items, example } = schema;
  const choices = type === "boolean" ? ["true", "false"] : (values ?? []).map(String);
  const hint = example ?? items?.example ?? items?.enum?.[0];
  return {
    name,
    in: location,
    kind: format === "binary" ? "file" : choices.length > 0 ? "choice" : "text",
    required,
    choices,
    example: typeof hint === "string" || typeof hint === "number" ? String(hint) : undefined,
  };
}

/** The inputs of a body that is not JSON: a form with files, or bytes. */
export function fieldsOfBody(content: Content): RequestField[] {
  if (content["application/octet-stream"]) {
    return [{ name: "body", in: "bytes", kind: "file", required: true, choices: [], example: undefined }];
  }
  const properties = content["multipart/form-data"]?.schema?.properties ?? {};
  return Object.entries(properties)
    .filter(([, { type }]) => type !== "object")
    .map(([name, schema]) => fieldOf(name, "form", false, schema));
}

/** The first example of a JSON body. */
export function exampleBody(content: Content): unknown {
  const { example, examples = {} } = content["application/json"] ?? {};
  return example ?? Object.values(examples)[0]?.value;
}

/** The example to start from: without optional references to resources that this school does not have. */
export function startingBody(content: Content): unknown {
  const example = exampleBody(content);
  const required = new Set(content["application/json"]?.schema?.required);
  if (!isRecord(example)) return example;
  return Object.fromEntries(Object.entries(example).filter(([name]) => required.has(name) || !/_ids?$/.test(name)));
}
