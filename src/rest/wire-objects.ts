import type * as z from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { WireObjects } from "#domain/engagement/webhooks/webhook-system.ts";
import { asRecord } from "#lib/is-record.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

/** Routes that read one resource by id only, such as `/courses/:course`. */
const readers = new Map<string, { route: Route; parameter: string }>();
for (const route of routes) {
  const parameter = /^\/\w+\/:(\w+)$/.exec(route.path)?.[1];
  const object = parameter !== undefined && route.method === "GET" && nameOf(route.operation.output);
  if (object) readers.set(object, { route, parameter });
}

function nameOf(output: z.ZodType): string | undefined {
  const [name] = fieldsIn(output)["object"]?._zod.values ?? [];
  return typeof name === "string" ? name : undefined;
}

/** Returns the component name of a resource type's schema. */
export function schemaNameOf(object: string): string | undefined {
  const { id } = readers.get(object)?.route.operation.output.meta() ?? {};
  return typeof id === "string" ? id : undefined;
}

/** Serializes resources in the same form as the routes of this API. */
export const wireObjects: WireObjects = {
  async read(context: RequestContext, object, id) {
    const reader = readers.get(object);
    if (!reader) return undefined;
    const { operation } = reader.route;
    try {
      const output = await perform(operation, context, { [reader.parameter]: id });
      return asRecord(compileEncoder(operation.output)(output));
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  },
  async schemaOf(object) {
    const reader = readers.get(object);
    if (!reader) return undefined;
    const known = schemas.get(object);
    if (known) return known;
    const schema = inlineJsonSchemaOf(reader.route.operation.output);
    schemas.set(object, schema);
    return schema;
  },
};

/** By resource type. A conversion takes milliseconds. */
const schemas = new Map<string, Record<string, unknown>>();
