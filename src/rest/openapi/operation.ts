import { joinAlternatives } from "#lib/text/formats.ts";
import * as z from "zod";
import { fieldsIn } from "#lib/wire/definition.ts";
import { deprecationNotice } from "#lib/wire/deprecation.ts";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { describedExamplesOf } from "../examples/requests.ts";
import { parametersOf, readsAddress, type Route, takesIdempotencyKey } from "#operations/route.ts";
import { comparesVersions } from "../conditions-of-writes.ts";
import { routes } from "#operations/routes.ts";
import type { Parts } from "./parts.ts";
import { exampleOf } from "./example.ts";
import { descriptionOf } from "./parameter-descriptions.ts";
import { refusalsOf } from "./refusals.ts";
import { successOf } from "./success.ts";
import { tagOf } from "./tags.ts";

type Components = Record<string, JsonSchema>;

/** Generates the OpenAPI operation of a route. */
export function describeOperation(route: Route, parts: Parts): object {
  const { schemas: components } = parts;
  const { path, operation } = route;
  const { properties = {}, required = [] } = inlineObject(operation.input, components);
  const inPath = new Set(parametersOf(path).map(toWire));
  const namesOutsidePath = Object.keys(properties).filter((name) => !inPath.has(name));
  const inQuery = readsAddress(route)
    ? namesOutsidePath.map((name) =>
        queryParameter(operation.input, name, properties[name] ?? {}, required.includes(name)),
      )
    : [];
  const parameters = [
    ...[...inPath].map((name) => pathParameter(name, properties[name] ?? {})),
    ...inQuery,
    ...(route.takes === "bytes" ? [shared("ContentDigest")] : []),
    ...surfaceParameters(route),
  ];
  const scope = "scope" in operation.access ? operation.access.scope : undefined;
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: [
      operation.deprecation && deprecationNotice(operation.deprecation),
      operation.description,
      requiredScopeOf(operation),
    ]
      .filter(Boolean)
      .join(" "),
    ...(operation.deprecation && { deprecated: true }),
    tags: [tagOf(path)],
    security: [{ oauth: scope ? [scope] : [] }, { api_key: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(!readsAddress(route) &&
      namesOutsidePath.length > 0 && {
        requestBody: bodyOf(route, namesOutsidePath, properties, required, components),
      }),
    responses: { ...successOf(route, parts), ...refusalsOf(route, parts.responses) },
  };
}

function requiredScopeOf({ access }: Route["operation"]): string {
  if (!("scope" in access)) return "Requires no scope.";
  const forOwnJobs =
    access.orForOwn === undefined
      ? ""
      : ` For jobs that the same application started, ${anyOf(access.orForOwn)} is sufficient.`;
  return `Requires the \`${access.scope}\` scope.${forOwnJobs}`;
}

const anyOf = (scopes: readonly string[]): string => joinAlternatives(scopes.map((scope) => `\`${scope}\``));

/** Inlines an object schema that would otherwise be a component. */
function inlineObject(schema: z.ZodObject, components: Components): JsonSchema {
  return jsonSchemaOf(z.object(schema.shape), components);
}

function pathParameter(name: string, schema: JsonSchema): object {
  const { description } = schema;
  return { name, in: "path", required: true, ...(description !== undefined && { description }), schema };
}

/** Expands a range filter (`created_at[gte]`): one object in the schema, several query parameters. */
function queryParameter(input: z.ZodObject, wire: string, schema: JsonSchema, required: boolean): object {
  const [, field] = Object.entries(fieldsIn(input)).find(([name]) => toWire(name) === wire) ?? [];
  const { description = descriptionOf(wire, schema), ...rest } = schema;
  const deprecated = schema["deprecated"] === true;
  const about = {
    name: wire,
    in: "query",
    ...(required && { required }),
    ...(deprecated && { deprecated }),
    description,
  };
  const kind = field && nodeOf(field).kind;
  if (kind === "object") return { ...about, style: "deepObject", explode: true, schema: rest };
  return kind === "array" ? { ...about, style: "form", explode: false, schema: rest } : { ...about, schema: rest };
}

const shared = (name: string) => ({ $ref: `#/components/parameters/${name}` });

function surfaceParameters(route: Route): object[] {
  const { method, effect, operation, status } = route;
  const { requiresIfMatch } = operation;
  const isReadable = routes.some((other) => other.method === "GET" && other.path === route.path);
  const compares = comparesVersions(route, isReadable);
  return [
    ...(effect ? [shared("DryRun")] : []),
    ...(status === 204 || (effect && requiresIfMatch) ? [] : [shared("Fields")]),
    ...(requiresIfMatch || compares ? [shared(requiresIfMatch ? "IfMatchRequired" : "IfMatch")] : []),
    ...(compares && operation.name.startsWith("upsert") ? [shared("CreateOnly")] : []),
    ...(takesIdempotencyKey(route) ? [shared("IdempotencyKey")] : []),
    ...(method === "GET" ? [shared("IfNoneMatch")] : []),
    shared("RequestId"),
  ];
}

function bodyOf(
  { method, takes, operation }: Route,
  names: readonly string[],
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  components: Components,
): object {
  const isBytes = (name: string) => properties[name]?.["format"] === "binary";
  if (takes === "bytes") {
    const schema = names.filter(isBytes).map((name) => properties[name])[0];
    return { required: true, content: { "application/octet-stream": { schema } } };
  }
  const needed = required.filter((name) => names.includes(name));
  const schema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    ...(needed.length > 0 && { required: needed }),
    // Read-only fields of the resource are accepted too, if they are unchanged.
    ...(method !== "PATCH" && { additionalProperties: false }),
  };
  const content = {
    schema: named(operation.name, schema, components),
    ...describedExamplesOf(operation.name, () => bodyExample(schema.properties, needed, components)),
  };
  // Generators choose among media types by rules of their own, so a form is described as a form only.
  if (takes === "form") return { required: true, content: { "multipart/form-data": content } };
  return {
    required: needed.length > 0,
    content: {
      "application/json": content,
      ...(method === "PATCH" && { "application/merge-patch+json": content }),
    },
  };
}

/** Adds the schema to the components, so that generators name it as people do: `CreateCourseRequest`. */
function named(operation: string, schema: JsonSchema, components: Components): JsonSchema {
  const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Request`;
  if (name in components) throw new Error(`Two schemas have the name ${name}.`);
  components[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}

/** The required fields, and those whose schema has an example. */
function bodyExample(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  components: Components,
): Record<string, unknown> {
  const exampleFields = Object.entries(properties).filter(
    ([name, field]) => required.includes(name) || "example" in field,
  );
  return Object.fromEntries(exampleFields.map(([name, field]) => [name, exampleOf(field, components)]));
}
