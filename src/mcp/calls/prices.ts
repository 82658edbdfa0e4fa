import type * as z from "zod";
import { validationFailed } from "#domain/platform/problem.ts";
import { decimalAmount, digitsOf } from "#lib/text/format-money.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { contains } from "#lib/wire/contains.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";
import { toWire } from "#lib/wire/names.ts";
import { nodeOf, type SchemaNode } from "#lib/wire/schema-node.ts";

/**
 * Prices of agents are decimal strings in the major unit, `{"amount": "49.00", "currency": "USD"}`. The operations
 * count minor units, and a model that means 49 dollars writes 49, which would be 49 cents.
 */
type Change = (price: Record<string, unknown>, pointer: string) => Record<string, unknown>;
type Convert = (value: unknown, pointer: string) => unknown;

const example = '{"amount": "49.00", "currency": "USD"}';
const Decimal = /^(\d{1,12})(?:\.(\d{1,4}))?$/;
const Code = /^[A-Z]{3}$/;

/** Converts the prices in arguments to minor units. */
export const readPrices = (schema: z.ZodType, args: Record<string, unknown>): Record<string, unknown> => {
  const read = convertWith(toMinor, schema)(args, "");
  return isRecord(read) ? read : args;
};

/** Converts the prices in an encoded result to decimal strings. */
export const writePrices = (schema: z.ZodType, value: unknown): unknown => convertWith(toDecimal, schema)(value, "");

const toMinor: Change = ({ amount, currency, ...rest }, pointer) => {
  const [, whole, fraction = ""] = (typeof amount === "string" && Decimal.exec(amount)) || [];
  if (whole === undefined) {
    throw validationFailed(`${pointer}/amount`, "invalid_type", `Send a decimal string: ${example} is 49 dollars.`);
  }
  // The operation reports an invalid currency.
  if (typeof currency !== "string" || !Code.test(currency)) return { amount: 0, currency, ...rest };
  const digits = digitsOf(currency);
  const significant = fraction.replace(/(?<!0)0+$/, "");
  if (significant.length > digits) {
    const detail = `Expected at most ${digits} digits after the decimal point for ${currency}.`;
    throw validationFailed(`${pointer}/amount`, "invalid_format", detail);
  }
  return { amount: Number(whole + significant.padEnd(digits, "0")), currency, ...rest };
};

const toDecimal: Change = (price) => {
  const { amount, currency } = price;
  if (typeof amount !== "number" || typeof currency !== "string") return price;
  return { ...price, amount: decimalAmount({ amount, currency }) };
};

const compiled = new Map<Change, WeakMap<z.ZodType, Convert>>([
  [toMinor, new WeakMap()],
  [toDecimal, new WeakMap()],
]);

/** Converts all prices of a value. Parts without prices cost nothing: most results are lists of such objects. */
function convertWith(change: Change, schema: z.ZodType): Convert {
  const known = compiled.get(change)?.get(schema);
  if (known) return known;
  // A schema can be recursive.
  let inner: Convert | undefined;
  const convert: Convert = contains(schema, isPrice)
    ? (value, pointer) => (inner ??= converterOf(change, nodeOf(schema)))(value, pointer)
    : (value) => value;
  compiled.get(change)?.set(schema, convert);
  return convert;
}

const isPrice = (schema: z.ZodType): boolean => {
  const node = nodeOf(schema);
  return node.kind === "object" && isPriceShape(node.fields);
};

function converterOf(change: Change, node: SchemaNode): Convert {
  switch (node.kind) {
    case "object": {
      if (isPriceShape(node.fields)) return (value, pointer) => (isRecord(value) ? change(value, pointer) : value);
      const fields = node.fields
        .filter(([, field]) => contains(field, isPrice))
        .map(([name, field]) => [toWire(name), convertWith(change, field)] as const);
      return (value, pointer) => {
        if (!isRecord(value)) return value;
        const converted = { ...value };
        for (const [name, convert] of fields) {
          if (Object.hasOwn(value, name)) converted[name] = convert(value[name], `${pointer}/${name}`);
        }
        return converted;
      };
    }
    case "array": {
      const convert = convertWith(change, node.element);
      return (value, pointer) =>
        Array.isArray(value) ? value.map((item, index) => convert(item, `${pointer}/${index}`)) : value;
    }
    case "record": {
      const convert = convertWith(change, node.value);
      return (value, pointer) =>
        isRecord(value)
          ? Object.fromEntries(
              Object.entries(value).map(([name, part]) => [name, convert(part, `${pointer}/${name}`)] as const),
            )
          : value;
    }
    case "choice": {
      const discriminator = toWire(node.discriminator);
      const options = new Map([...node.options].map(([value, option]) => [value, convertWith(change, option)]));
      return (value, pointer) => {
        const convert = isRecord(value) ? options.get(value[discriminator]) : undefined;
        return convert ? convert(value, pointer) : value;
      };
    }
    case "codec":
    case "leaf":
      return (value) => value;
  }
}

/** True for an object of an amount and a currency. */
export function isPriceShape(fields: readonly (readonly [string, z.ZodType])[]): boolean {
  const [amount, currency, ...others] = fields.toSorted(([left], [right]) => (left < right ? -1 : 1));
  if (amount?.[0] !== "amount" || currency?.[0] !== "currency" || others.length > 0) return false;
  const node = nodeOf(amount[1]);
  return node.kind === "leaf" && node.type === "number";
}

/** Returns the JSON Schema with prices as decimal strings. */
export function pricesInSchema(schema: JsonSchema): JsonSchema {
  const changed = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, pricesInPart(part)]));
  const { amount, currency, ...others } = schema.properties ?? {};
  if (!amount || !currency || Object.keys(others).length > 0 || amount.type !== "integer") return changed;
  const decimal = { type: "string", pattern: Decimal.source, description: "A decimal number, such as 49.00" };
  const { example: _example, examples: _examples, ...rest } = changed;
  return { ...rest, properties: { amount: decimal, currency } };
}

function pricesInPart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(pricesInPart);
  return isJsonSchema(part) ? pricesInSchema(part) : part;
}
