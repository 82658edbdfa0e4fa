import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { WireObjects } from "#domain/engagement/webhooks/webhook-system.ts";
import { asRecord } from "#lib/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { inlineJsonSchemaOf } from "#lib/wire/json-schema.ts";
import { routeOf } from "./loaded-routes.ts";
import { parametersOf } from "./route.ts";
import { routeIndex } from "./route-index.ts";

/** Routes that read one resource by ID only, such as `/courses/:course`. */
const readers = new Map(routeIndex.flatMap((entry) => (entry.object === undefined ? [] : [[entry.object, entry]])));

/** Serializes resources in the same form as the routes of this API. */
export const wireObjects: WireObjects = {
  async read(context: RequestContext, object, id) {
    const reader = readers.get(object);
    if (!reader) return undefined;
    const { operation } = await routeOf(reader);
    try {
      const output = await perform(
        operation,
        context,
        Object.fromEntries(parametersOf(reader.path).map((name) => [name, id])),
      );
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
    const schema = inlineJsonSchemaOf((await routeOf(reader)).operation.output);
    schemas.set(object, schema);
    return schema;
  },
};

/** By resource type. A conversion takes milliseconds. */
const schemas = new Map<string, Record<string, unknown>>();
