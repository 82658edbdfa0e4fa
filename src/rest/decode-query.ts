import type * as z from "zod";
import { Problem } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { suggestKnown } from "#lib/text/suggest-known.ts";
import { fieldsIn } from "#lib/wire/definition.ts";

type Read = (text: string) => unknown;

/** The place of a parameter's value in the input. */
interface ParameterTarget {
  name: string;
  part?: string;
  read: Read;
  /** Takes several values, separated by commas or by repeating the parameter. */
  isList: boolean;
}

/**
 * Compiles the query string decoder of an operation. A query carries only text, so each parameter is decoded by the
 * type of its field: `status=a,b` as a list, `created_at[gte]=` as a range bound. Unknown parameters are rejected: a
 * misspelled filter must not return everything. `others` lists parameters that are read elsewhere.
 */
export function queryDecoder(
  input: z.ZodObject,
  others: readonly string[],
): (query: URLSearchParams) => Record<string, unknown> {
  const targets = new Map<string, ParameterTarget>();
  for (const [name, schema] of Object.entries(fieldsIn(input))) {
    const node = nodeOf(schema);
    if (node.kind === "object") {
      for (const [part, inner] of node.fields) {
        targets.set(`${toWire(name)}[${toWire(part)}]`, { name, part, read: readerOf(inner), isList: isList(inner) });
      }
    } else targets.set(toWire(name), { name, read: readerOf(schema), isList: isList(schema) });
  }

  return (query) => {
    const decoded: Record<string, unknown> = {};
    for (const [wire, text] of query) {
      const target = targets.get(wire);
      if (!target) throw unknownParameter(wire, targets, others);
      const { name, part, read } = target;
      const holder = part === undefined ? decoded : recordAt(decoded, name);
      const key = part ?? name;
      const value = read(text);
      const earlier = holder[key];
      if (key in holder && !target.isList) throw repeatedParameter(wire);
      holder[key] =
        Array.isArray(earlier) && Array.isArray(value) ? [...(earlier as unknown[]), ...(value as unknown[])] : value;
    }
    return decoded;
  };
}

function recordAt(decoded: Record<string, unknown>, name: string): Record<string, unknown> {
  const record = asRecord(decoded[name]);
  decoded[name] = record;
  return record;
}

const isList = (schema: z.ZodType): boolean => nodeOf(schema).kind === "array";

const separated = (wire: string) => `Separate several values by commas: ${wire}=first,second.`;

export const repeatedParameter = (wire: string): Problem =>
  new Problem("invalid_request", `The query has the parameter ${wire} more than once. Send it once.`);

function unknownParameter(
  wire: string,
  targets: ReadonlyMap<string, ParameterTarget>,
  others: readonly string[],
): Problem {
  // Other APIs write lists as `name[]=first&name[]=second`.
  const list = wire.replace(/\[\d*\]$/, "");
  const isOtherList = list !== wire && targets.get(list)?.isList === true;
  const comparisons = [...targets.keys()].filter((name) => name.startsWith(`${wire}[`));
  const hint = isOtherList
    ? separated(list)
    : comparisons.length > 0
      ? `Add a comparison: ${comparisons.join(", ")}.`
      : suggestKnown(wire, [...targets.keys(), ...others], "This endpoint has no query parameters.");
  return new Problem("invalid_request", `Unknown query parameter ${wire}. ${hint}`);
}

/** Values of the wrong type stay text, so that the schema rejects them. */
function readerOf(schema: z.ZodType): Read {
  const node = nodeOf(schema);
  if (node.kind === "array") {
    const read = readerOf(node.element);
    return (text) => text.split(",").map((item) => read(item));
  }
  if (node.kind !== "leaf") return (text) => text;
  if (node.type === "number") return (text) => (/^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : text);
  if (node.type === "boolean") return (text) => (text === "true" || text === "false" ? text === "true" : text);
  return (text) => text;
}
