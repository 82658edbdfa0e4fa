import { nameOf, resolve, type Schema, type Schemas } from "./schema.ts";

/** Keywords that are checked below, and those without constraints. Any other keyword is an error. */
const knownKeywords: ReadonlySet<string> = new Set(
  (
    "$ref type nullable enum format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum " +
    "multipleOf items minItems maxItems uniqueItems properties required additionalProperties minProperties " +
    "maxProperties allOf oneOf anyOf readOnly description example default title deprecated"
  ).split(" "),
);

/**
 * Deviations of a value from an OpenAPI 3.0 schema, as text. Stricter than the standard in one point: an object has
 * no field that its schema does not name. `nullable` allows null in addition to the type next to it, and nothing
 * else.
 */
export function faultsIn(value: unknown, schema: Schema, schemas: Schemas, at = ""): string[] {
  for (const word of Object.keys(schema))
    if (!knownKeywords.has(word)) throw new Error(`${at}: the keyword ${word} is not checked`);
  if (schema.$ref !== undefined) return faultsIn(value, resolve(schema, schemas), schemas, `${at}<${nameOf(schema)}>`);
  return [
    ...faultsOfChoice(value, schema, schemas, at),
    ...(isOfType(value, schema) ? [] : [`${at} is not of type ${schema.type}`]),
    ...(schema.enum && !schema.enum.includes(value) ? [`${at} is none of ${schema.enum.join(", ")}`] : []),
    ...(typeof value === "string" ? faultsOfText(value, schema, at) : []),
    ...(typeof value === "number" ? faultsOfNumber(value, schema, at) : []),
    ...(Array.isArray(value) ? faultsOfArray(value, schema, schemas, at) : []),
    ...(isObject(value) ? faultsOfObject(value, schema, schemas, at) : []),
  ];
}

function faultsOfChoice(value: unknown, { allOf = [], anyOf, oneOf }: Schema, schemas: Schemas, at: string): string[] {
  const faults = allOf.flatMap((part) => faultsIn(value, part, schemas, at));
  for (const [word, options] of [
    ["anyOf", anyOf],
    ["oneOf", oneOf],
  ] as const) {
    if (!options) continue;
    const tried = options.map((option) => faultsIn(value, option, schemas, at));
    const fitting = tried.filter((found) => found.length === 0).length;
    if (fitting === 0) faults.push(`${at} fits nothing of ${word}: ${tried.map(([first]) => first).join("; ")}`);
    if (word === "oneOf" && fitting > 1) faults.push(`${at} fits ${fitting} of ${word}`);
  }
  return faults;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isOfType = (value: unknown, { type, nullable }: Schema): boolean =>
  type === undefined || isOf(type, value) || (value === null && nullable === true);

function isOf(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return typeof value === type;
}

const formats: Record<string, (text: string) => boolean> = {
  "date-time": (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text),
  binary: () => true,
};

function faultsOfText(
  text: string,
  { minLength = 0, maxLength = Infinity, pattern, format }: Schema,
  at: string,
): string[] {
  const faults: string[] = [];
  // RFC 8259 characters instead of UTF-16 units: the server's `maxLength` counts units, which are never fewer.
  if (text.length < minLength) faults.push(`${at} is shorter than ${minLength}`);
  if ([...text].length > maxLength) faults.push(`${at} is longer than ${maxLength}`);
  if (pattern !== undefined && !new RegExp(pattern, "u").test(text)) faults.push(`${at} is not like ${pattern}`);
  if (format !== undefined) {
    const fits = formats[format];
    if (!fits) throw new Error(`${at}: the format ${format} is not checked`);
    if (!fits(text)) faults.push(`${at} is no ${format}: ${text}`);
  }
  return faults;
}

function faultsOfNumber(number: number, schema: Schema, at: string): string[] {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const low = exclusiveMinimum === true ? number <= minimum : number < minimum;
  const high = exclusiveMaximum === true ? number >= maximum : number > maximum;
  const faults = low || high ? [`${at} is ${number}, outside of ${minimum} to ${maximum}`] : [];
  if (multipleOf !== undefined && number % multipleOf !== 0) faults.push(`${at} is no multiple of ${multipleOf}`);
  return faults;
}

function faultsOfArray(list: unknown[], schema: Schema, schemas: Schemas, at: string): string[] {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
  const faults = items ? list.flatMap((item, index) => faultsIn(item, items, schemas, `${at}/${index}`)) : [];
  if (list.length < minItems || list.length > maxItems) faults.push(`${at} has ${list.length} items`);
  if (uniqueItems && new Set(list.map((item) => JSON.stringify(item))).size < list.length)
    faults.push(`${at} repeats an item`);
  return faults;
}

function faultsOfObject(object: Record<string, unknown>, schema: Schema, schemas: Schemas, at: string): string[] {
  const { properties, required = [], additionalProperties, minProperties = 0, maxProperties = Infinity } = schema;
  const faults = required.filter((name) => !(name in object)).map((name) => `${at}/${name} is missing`);
  for (const [name, value] of Object.entries(object)) {
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (own) faults.push(...faultsIn(value, own, schemas, `${at}/${name}`));
    else if (typeof additionalProperties === "object") {
      faults.push(...faultsIn(value, additionalProperties, schemas, `${at}/${name}`));
    } else if (additionalProperties === false || (properties && additionalProperties === undefined)) {
      faults.push(`${at}/${name} is not described`);
    }
  }
  const count = Object.keys(object).length;
  if (count < minProperties || count > maxProperties) faults.push(`${at} has ${count} fields`);
  return faults;
}
