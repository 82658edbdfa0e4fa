import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { parseAttributePath } from "../filter/parse-filter.ts";
import type { AttributePath } from "../filter/filter.ts";
import { locate, type Located, type Resource, type ResourceType } from "../schema/resource-type.ts";
import { badRequest } from "./scim-error.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** The parts of resources that a response contains (RFC 7644 §3.9). */
export type Projection = (resource: Resource) => Resource | Promise<Resource>;

const everything: Projection = (resource) => resource;

const maxAttributeNames = 100;

/** Reads `attributes` and `excludedAttributes`. What the school does not keep is in no response, however it is named. */
export function projectionOf(type: ResourceType, query: Readonly<Record<string, unknown>>): Projection {
  const [included, excluded] = [namesIn(query["attributes"]), namesIn(query["excludedattributes"])];
  if (included && excluded) throw badRequest("invalidValue", "Send attributes or excludedAttributes, not both.");
  if (included) return (resource) => without(resource, { type, isKept: matcher(type, included) });
  if (!excluded) return everything;
  const places = excluded.flatMap((path) => locatedOf(type, path));
  const omitted = places.filter(({ attribute }) => attribute.returned !== "always");
  return async (resource) => {
    let left = resource;
    for (const place of omitted) left = await omit(left, place);
    return left;
  };
}

/** Returns true if the attribute is not left out by the request, so that it has to be read. */
export function includesAttribute(type: ResourceType, query: Readonly<Record<string, unknown>>, name: string): boolean {
  const [included, excluded] = [namesIn(query["attributes"]), namesIn(query["excludedattributes"])];
  const names = (paths: readonly AttributePath[], isWhole: boolean) =>
    paths.flatMap((path) => locatedOf(type, path)).some((one) => one.attribute.name === name && !(isWhole && one.sub));
  return included ? names(included, false) : !(excluded && names(excluded, true));
}

function namesIn(parameter: unknown): AttributePath[] | undefined {
  const text = Array.isArray(parameter) ? parameter.join(",") : parameter;
  if (typeof text !== "string" || text.trim() === "") return undefined;
  const names = text.split(",").map((name) => name.trim());
  if (names.length > maxAttributeNames) throw badRequest("tooMany", `Name at most ${maxAttributeNames} attributes.`);
  return names.map((name) => {
    const path = parseAttributePath(name);
    if (!path) throw badRequest("invalidValue", `This is not the name of an attribute: ${name.slice(0, 50)}`);
    return path;
  });
}

const locatedOf = (type: ResourceType, path: AttributePath): Located[] => {
  const located = locate(type, path);
  return located === undefined || located === "ignored" ? [] : [located];
};

/** Returns the part of a value that the request names, or undefined for none. A promise for a list, which may be long. */
type Matcher = (key: string | undefined, name: string, value: unknown) => unknown;

function matcher(type: ResourceType, included: readonly AttributePath[]): Matcher {
  const places = included.flatMap((path) => locatedOf(type, path));
  return (key, name, value) => {
    const matching = places.filter((place) => place.key === key && place.attribute.name === name);
    if (matching.length === 0) return undefined;
    if (matching.some(({ sub }) => sub === undefined)) return value;
    const parts = new Set(matching.map(({ sub }) => sub?.name));
    const pick = (one: unknown) =>
      isRecord(one) ? Object.fromEntries(Object.entries(one).filter(([part]) => parts.has(part))) : one;
    return Array.isArray(value) ? mapInSlices(value, pick) : pick(value);
  };
}

async function without(
  resource: Resource,
  { type, isKept }: { type: ResourceType; isKept: Matcher },
): Promise<Resource> {
  const extensions = new Set(type.extensions.map(({ id }) => id));
  const kept: Resource = {};
  for (const [name, value] of Object.entries(resource)) {
    const part = extensions.has(name) ? await partsOf(name, value, isKept) : await isKept(undefined, name, value);
    if (name === "schemas" || name === "id") kept[name] = value;
    else if (part !== undefined) kept[name] = part;
  }
  return kept;
}

async function partsOf(extension: string, value: unknown, isKept: Matcher): Promise<Resource | undefined> {
  const kept: Resource = {};
  for (const [name, part] of Object.entries(isRecord(value) ? value : {})) {
    if ((await isKept(extension, name, part)) !== undefined) kept[name] = part;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

async function omit(resource: Resource, { key, attribute, sub }: Located): Promise<Resource> {
  const holder = key === undefined ? resource : resource[key];
  if (!isRecord(holder) || !(attribute.name in holder)) return resource;
  const { [attribute.name]: value, ...rest } = holder;
  const drop = (one: unknown) =>
    sub && isRecord(one) ? Object.fromEntries(Object.entries(one).filter(([part]) => part !== sub.name)) : one;
  const dropped = async () => (Array.isArray(value) ? mapInSlices(value, drop) : drop(value));
  const left = sub ? { ...holder, [attribute.name]: await dropped() } : rest;
  return key === undefined ? left : { ...resource, [key]: left };
}
