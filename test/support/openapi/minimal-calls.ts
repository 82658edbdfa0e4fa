import { schemas, wholeDocument } from "./document.ts";
import { resolve, type Schema } from "./schema.ts";

/** A call of an operation with what it requires and nothing else. */
export interface MinimalCall {
  operationId: string;
  method: string;
  path: string;
  /** Required parameters, as source text, by place and name. */
  parameters: Readonly<Record<"path" | "query" | "header", readonly [name: string, value: string][]>>;
  /** Undefined if the operation needs no body. `bytes`: source text depends on the generator. */
  body: { takes: "json" | "form" | "bytes"; text: string } | undefined;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
}

const components = wholeDocument.components as unknown as { parameters: Record<string, Parameter> };

export const minimalCalls: readonly MinimalCall[] = Object.entries(wholeDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]): MinimalCall => {
    const described = parameters.map((parameter) =>
      "$ref" in parameter ? components.parameters[parameter.$ref.split("/").at(-1)!]! : parameter,
    );
    const requiredIn = (place: Parameter["in"]) =>
      described
        .filter((parameter) => parameter.in === place && parameter.required === true)
        .map(({ name, schema }): [string, string] => [name, textOf(schema)]);
    const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    return {
      operationId,
      method,
      path,
      parameters: { path: requiredIn("path"), query: requiredIn("query"), header: requiredIn("header") },
      body: type === undefined || !content ? undefined : { takes: takes(type), text: textOf(content.schema) },
    };
  }),
);

function takes(type: string): "json" | "form" | "bytes" {
  if (type === "application/octet-stream") return "bytes";
  return type === "multipart/form-data" ? "form" : "json";
}

/** The smallest value that a schema allows, as source text. */
function textOf(part: Schema): string {
  const schema = resolve(part, schemas);
  const { allOf = [], oneOf, anyOf, type, enum: choices, properties = {}, required = [], items, minItems = 0 } = schema;
  if (choices) return JSON.stringify(choices[0]);
  if (oneOf ?? anyOf) return textOf((oneOf ?? anyOf)![0]!);
  if (allOf.length > 0) return textOf(allOf[0]!);
  if (type === "object") {
    const fields = required.map((name) => `${JSON.stringify(name)}: ${textOf(properties[name] ?? {})}`);
    return `{ ${fields.join(", ")} }`;
  }
  if (type === "array") return `[${Array.from({ length: minItems }, () => textOf(items ?? {})).join(", ")}]`;
  if (type === "integer" || type === "number") return String(schema.minimum ?? 0);
  return type === "boolean" ? "false" : '"x"';
}
