import { booleanOf } from "../filter/evaluate.ts";
import { badRequest, type ScimError } from "../responses/scim-error.ts";
import type { Attribute } from "./attribute.ts";
import { externalId, type Resource, type ResourceType } from "./resource-type.ts";
import { isRecord } from "#lib/json/is-record.ts";

/**
 * Reads a value as its attribute has it: names in the capitals of the schema, "True" as true. Parts that the school does
 * not know, and null, are left out. Throws `invalidValue`.
 */
export function coerce(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (attribute.multiValued)
    return (Array.isArray(value) ? value : [value]).map((element) => single(attribute, element));
  return single(attribute, value);
}

function single(attribute: Attribute, value: unknown): unknown {
  const { name, type, multiValued } = attribute;
  if (type === "complex") {
    if (isRecord(value)) return parts(attribute, value);
    if (multiValued && typeof value === "string") return { value: requireShort(name, value) };
    throw wrongType(name, "an object");
  }
  if (type === "boolean") {
    const truth = booleanOf(value);
    if (truth === undefined) throw wrongType(name, "true or false");
    return truth;
  }
  if (typeof value === "string") return requireShort(name, value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw wrongType(name, "a text");
}

function parts({ subAttributes = [] }: Attribute, value: Resource): Resource {
  const coerced: Resource = {};
  for (const [key, part] of Object.entries(value)) {
    const sub = subAttributes.find(({ name }) => name.toLowerCase() === key.toLowerCase());
    const read = sub && coerce(sub, part);
    if (sub && read !== undefined) coerced[sub.name] = read;
  }
  return coerced;
}

/** Characters of a text. Filters in the paths of a PATCH read each one many times. */
const maxLength = 2000;

function requireShort(name: string, value: string): string {
  if (value.length <= maxLength) return value;
  throw badRequest("invalidValue", `Expected ${name} to have at most ${maxLength} characters.`);
}

const wrongType = (name: string, expected: string): ScimError =>
  badRequest("invalidValue", `Expected ${name} to be ${expected}.`);

function read(attributes: readonly Attribute[], input: Resource, into: Resource): void {
  for (const [key, value] of Object.entries(input)) {
    const attribute = attributes.find(({ name }) => name.toLowerCase() === key.toLowerCase());
    if (!attribute || attribute.mutability === "readOnly") continue;
    const coerced = coerce(attribute, value);
    if (coerced !== undefined) into[attribute.name] = coerced;
  }
}

/** Reads the writable attributes of a whole resource, as POST and PUT send it. Read-only and unknown ones are left out. */
export function coerceResource(type: ResourceType, body: unknown): Resource {
  if (!isRecord(body)) throw badRequest("invalidSyntax", "Expected a resource: a JSON object.");
  const coerced: Resource = {};
  read([...type.schema.attributes, externalId], body, coerced);
  for (const { id, attributes } of type.extensions) {
    const extension = Object.entries(body).find(([key]) => key.toLowerCase() === id.toLowerCase())?.[1];
    if (!isRecord(extension)) continue;
    const into: Resource = {};
    read(attributes, extension, into);
    coerced[id] = into;
  }
  return coerced;
}
