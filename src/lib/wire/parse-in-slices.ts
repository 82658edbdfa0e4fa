import * as z from "zod";
import { pause } from "#lib/event-loop/pause.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { innerOf, methodsOf } from "./definition.ts";
import { maxItemsOf } from "./max-items.ts";

/** Issues after which the rest of a list is not checked: one response lists fewer. */
const maxIssues = 200;

const derived = new WeakMap<z.ZodType, z.ZodType>();

/** Parses as `schema.safeParse` does, and lets the event loop turn between the items of long lists. */
export const parseInSlices = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  params?: z.core.ParseContext<z.core.$ZodIssue>,
): Promise<z.ZodSafeParseResult<z.output<Schema>>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The copy of a schema has its type.
  (sliced(schema) as Schema).safeParseAsync(value, params);

/** The same schema, whose lists are parsed item by item where a parser may wait. */
function sliced(schema: z.ZodType): z.ZodType {
  let known = derived.get(schema);
  if (!known) {
    // A schema that contains itself is parsed as it is where it does.
    derived.set(schema, schema);
    derived.set(schema, (known = derive(schema)));
  }
  return known;
}

function derive(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) {
    const element = sliced(methodsOf(schema.element));
    return withSlices(schema.clone({ ...schema._zod.def, element }), element, maxItemsOf(schema));
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.ZodType>(schema.shape);
    if (fields.every(([, field]) => sliced(field) === field)) return schema;
    const shape = Object.fromEntries(fields.map(([name, field]) => [name, sliced(field)]));
    return schema.clone({ ...schema._zod.def, shape });
  }
  const inner = innerOf(schema);
  if (!inner || sliced(inner) === inner) return schema;
  return schema.clone(Object.assign({ ...schema._zod.def }, { innerType: sliced(inner) }));
}

type Payload = z.core.ParsePayload;

function withSlices(list: z.ZodArray, element: z.ZodType, maxItems = Infinity): z.ZodType {
  const internals = list._zod;
  const parseAtOnce = internals.parse.bind(internals);
  // Without checks of its own, a schema is run by its parser.
  const hasChecks = (list._zod.def.checks ?? []).length > 0;
  internals.parse = (payload, context) => {
    const value: unknown = payload.value;
    if (context.async !== true || !Array.isArray(value) || value.length > maxItems || isSmall(value)) {
      return parseAtOnce(payload, { ...context, async: false });
    }
    return parseItems(element, payload, value, context);
  };
  if (!hasChecks) internals.run = internals.parse.bind(internals);
  return list;
}

async function parseItems(
  element: z.ZodType,
  payload: Payload,
  items: readonly unknown[],
  context: z.core.ParseContextInternal,
): Promise<Payload> {
  const read: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const turn = pause();
    if (turn) await turn;
    const result = await element._zod.run({ value: item, issues: [] }, { ...context, async: !isSmall(item) });
    payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
    read.push(result.value);
    if (payload.issues.length < maxIssues) continue;
    payload.aborted = true;
    break;
  }
  payload.value = read;
  return payload;
}
