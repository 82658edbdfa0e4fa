import * as z from "zod";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import type { Addresses } from "../location.ts";
import { describedExamplesOf } from "../examples/requests.ts";
import { readsAddress, type Route } from "../route.ts";
import { successOf } from "./success.ts";
import { tagOf } from "./tags.ts";

type Components = Record<string, JsonSchema>;

/** One operation of the document, from its line in the table of routes. */
export function describeOperation(route: Route, addresses: Addresses, components: Components, origin: string): object {
  const { path, operation } = route;
  const { properties = {}, required = [] } = inlineObject(operation.input, components);
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map((match) => toWire(match[1]!)));
  const others = Object.keys(properties).filter((name) => !inPath.has(name));
  const inQuery = readsAddress(route)
    ? others.map((name) => queryParameter(operation.input, name, properties[name]!, required.includes(name)))
    : [];
  const parameters = [
    ...[...inPath].map((name) => ({ name, in: "path", required: true, schema: properties[name] })),
    ...inQuery,
    ...(route.takes === "bytes" ? [shared("parameters", "ContentDigest")] : []),
    ...surfaceParameters(route),
  ];
  const scope = "scope" in operation.access ? operation.access.scope : undefined;
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: neededFor(operation),
    tags: [tagOf(path)],
    security: [{ oauth: scope ? [scope] : [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(!readsAddress(route) && others.length > 0 && { requestBody: bodyOf(route, others, properties, required) }),
    responses: { ...successOf(route, addresses, components, origin), ...failures(route) },
  };
}

function neededFor({ access }: Route["operation"]): string {
  if (!("scope" in access)) return "Needs no scope.";
  const own =
    access.orForOwn === undefined
      ? ""
      : ` For what the same application started, ${access.orForOwn.map((scope) => `\`${scope}\``).join(" or ")} is enough.`;
  return `Needs the scope \`${access.scope}\`.${own}`;
}

/** The schema of an object itself, where it would otherwise stand among the components. */
function inlineObject(schema: z.ZodObject, components: Components): JsonSchema {
  return jsonSchemaOf(z.object(schema.shape), components);
}

/** A bound (`created_at[gte]`) is an object in the schema, and several parameters in an address. */
function queryParameter(input: z.ZodObject, wire: string, schema: JsonSchema, required: boolean): object {
  const [, field] = (Object.entries(input.shape) as [string, z.ZodType][]).find(([name]) => toWire(name) === wire)!;
  const { description, ...rest } = schema;
  const about = {
    name: wire,
    in: "query",
    ...(required && { required }),
    ...(description !== undefined && { description }),
  };
  const { kind } = nodeOf(field);
  if (kind === "object") return { ...about, style: "deepObject", explode: true, schema: rest };
  return kind === "array" ? { ...about, style: "form", explode: false, schema: rest } : { ...about, schema: rest };
}

const shared = (kind: "parameters" | "responses", name: string) => ({ $ref: `#/components/${kind}/${name}` });

function surfaceParameters({ method, effect, operation, status }: Route): object[] {
  return [
    ...(effect ? [shared("parameters", "DryRun")] : []),
    ...(status === 204 || (effect && operation.requiresIfMatch) ? [] : [shared("parameters", "Fields")]),
    ...(effect ? [shared("parameters", operation.requiresIfMatch ? "IfMatchRequired" : "IfMatch")] : []),
    ...(effect && method === "POST" ? [shared("parameters", "IdempotencyKey")] : []),
    ...(method === "GET" ? [shared("parameters", "IfNoneMatch")] : []),
  ];
}

function bodyOf(
  { method, takes, operation }: Route,
  names: readonly string[],
  properties: Record<string, JsonSchema>,
  required: readonly string[],
): object {
  const isBytes = (name: string) => properties[name]!["format"] === "binary";
  if (takes === "bytes") {
    const schema = properties[names.find(isBytes)!]!;
    return { required: true, content: { "application/octet-stream": { schema } } };
  }
  const needed = required.filter((name) => names.includes(name));
  const contentOf = (fields: readonly string[]) => {
    const schema = {
      type: "object",
      properties: Object.fromEntries(fields.map((name) => [name, properties[name]!])),
      ...(needed.length > 0 && { required: needed }),
      additionalProperties: false,
    };
    return { schema, ...describedExamplesOf(operation.name) };
  };
  const json = contentOf(names.filter((name) => !isBytes(name)));
  return {
    required: takes === "form" || needed.length > 0,
    content: {
      ...(takes === "form" && { "multipart/form-data": { schema: contentOf(names).schema } }),
      "application/json": json,
      ...(method === "PATCH" && { "application/merge-patch+json": json }),
    },
  };
}

function failures({ method, effect, operation }: Route): Record<string, object> {
  return {
    // RFC 9110 §13.1.2
    ...(method === "GET" && { 304: { description: "It is what the client has still (If-None-Match)." } }),
    400: shared("responses", "BadRequest"),
    401: shared("responses", "Unauthorized"),
    403: shared("responses", "Forbidden"),
    404: shared("responses", "NotFound"),
    ...(effect && { 409: shared("responses", "Conflict"), 412: shared("responses", "PreconditionFailed") }),
    ...(method !== "GET" && {
      413: shared("responses", "TooLarge"),
      415: shared("responses", "UnsupportedMediaType"),
      422: shared("responses", "Unprocessable"),
    }),
    ...(operation.requiresIfMatch && { 428: shared("responses", "PreconditionRequired") }),
    429: shared("responses", "TooManyRequests"),
  };
}
