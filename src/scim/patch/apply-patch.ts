import { compileForElements } from "../filter/evaluate.ts";
import type { Filter } from "../filter/filter.ts";
import { badRequest } from "../responses/scim-error.ts";
import type { Attribute } from "../schema/attribute.ts";
import { coerce } from "../schema/coerce.ts";
import { locate, type Located, type Resource, type ResourceType, valueAt } from "../schema/resource-type.ts";
import type { PatchOperation } from "./operations.ts";
import { invalidPath, parsePatchPath } from "./path.ts";
import { isRecord } from "#lib/json/is-record.ts";

/** Elements of a list of a user, and operations: with paths of the greatest length, one PATCH takes milliseconds. */
const maxElements = 50;
const maxOperations = 100;
/** Characters of all paths together. Each is a filter that is evaluated for each element. */
const maxPathCharacters = 10_000;

/** Applies the operations of a PATCH to a resource (RFC 7644 §3.5.2) and returns the changed one. */
export function applyPatch(type: ResourceType, resource: Resource, operations: readonly PatchOperation[]): Resource {
  const characters = operations.reduce((sum, { path = "" }) => sum + path.length, 0);
  if (operations.length > maxOperations || characters > maxPathCharacters) {
    throw badRequest("tooMany", `A PATCH of a user has at most ${maxOperations} operations, with short paths.`);
  }
  const changed = structuredClone(resource);
  for (const operation of operations) apply(type, changed, operation);
  return changed;
}

function apply(type: ResourceType, resource: Resource, { op, path, value }: PatchOperation): void {
  if (path !== undefined) return applyAt(type, resource, { op, path, value });
  if (!isRecord(value)) throw badRequest("invalidValue", "Without a path, the value is an object with attributes.");
  for (const [name, part] of Object.entries(value)) {
    const extension = type.extensions.find(({ id }) => id.toLowerCase() === name.toLowerCase());
    const parts =
      extension && isRecord(part)
        ? Object.entries(part).map(([key, one]) => [`${name}:${key}`, one] as const)
        : [[name, part] as const];
    for (const [key, one] of parts) {
      // Okta repeats the ID beside the changed attributes.
      const located = locateAt(type, key);
      if (!located || located === "ignored" || located.attribute.mutability === "readOnly") continue;
      applyAt(type, resource, { op, path: key, value: one });
    }
  }
}

const locateAt = (type: ResourceType, path: string) => locate(type, parsePatchPath(path));

function applyAt(type: ResourceType, resource: Resource, { op, path, value }: PatchOperation & { path: string }): void {
  const extension = type.extensions.find(({ id }) => id.toLowerCase() === path.toLowerCase());
  if (extension) {
    if (op === "remove") delete resource[extension.id];
    else apply(type, resource, { op, path: undefined, value: { [extension.id]: value } });
    return;
  }
  const parsed = parsePatchPath(path);
  const located = locate(type, parsed);
  if (located === "ignored") return;
  if (!located) throw invalidPath(path);
  if (located.attribute.mutability === "readOnly" || located.sub?.mutability === "readOnly") {
    throw badRequest("mutability", `${located.attribute.name} is read-only.`);
  }
  requireFew(located.attribute, value);
  const next = nextValue(located, valueAt(resource, located), { op, filter: parsed.filter, value, path });
  requireFew(located.attribute, next);
  if (next === undefined && located.attribute.required) {
    throw badRequest("invalidValue", `${located.attribute.name} is required and cannot be removed.`);
  }
  store(resource, located, next);
}

function requireFew({ name }: Attribute, value: unknown): void {
  if (!Array.isArray(value) || value.length <= maxElements) return;
  throw badRequest("invalidValue", `${name} has at most ${maxElements} values.`);
}

function store(resource: Resource, { key, attribute: { name } }: Located, value: unknown): void {
  const holder = key === undefined ? resource : isRecord(resource[key]) ? resource[key] : {};
  if (value === undefined) delete holder[name];
  else holder[name] = value;
  if (key !== undefined) resource[key] = holder;
}

interface Change {
  op: PatchOperation["op"];
  filter: Filter | undefined;
  value: unknown;
  path: string;
}

function nextValue({ attribute, sub }: Located, current: unknown, change: Change): unknown {
  const { op, filter, path } = change;
  if (attribute.multiValued) return nextElements(attribute, sub, listOf(current), change);
  if (filter)
    throw badRequest(
      "invalidPath",
      `${attribute.name} has one value: square brackets do not apply to ${path.slice(0, 100)}.`,
    );
  if (op === "remove") return sub && isRecord(current) ? without(current, sub.name) : undefined;
  const value = coerce(sub ?? attribute, change.value);
  if (sub) return { ...(isRecord(current) ? current : {}), [sub.name]: value };
  return isRecord(value) && isRecord(current) ? { ...current, ...value } : (value ?? undefined);
}

function nextElements(attribute: Attribute, sub: Attribute | undefined, current: Resource[], change: Change): unknown {
  const { op, filter, value } = change;
  if (!filter && !sub) {
    if (op === "remove")
      return value === undefined || value === null ? undefined : minus(current, elementsOf(attribute, value));
    const given = elementsOf(attribute, value);
    return op === "replace" ? given : withOnePrimary([...minus(current, given), ...given], given);
  }
  const isSelected = filter ? compileForElements(attribute, filter) : () => true;
  const selected = current.filter(isSelected);
  if (op === "remove") {
    if (!sub) return current.filter((element) => !selected.includes(element));
    return current.map((element) => (selected.includes(element) ? without(element, sub.name) : element));
  }
  const part = sub ? { [sub.name]: coerce(sub, value) } : elementsOf(attribute, value)[0];
  if (selected.length === 0) {
    const seed = op === "add" ? seedOf(attribute, filter) : undefined;
    if (!seed) throw badRequest("noTarget", `No value of ${attribute.name} matches the path.`);
    return withOnePrimary([...current, { ...seed, ...part }], [{ ...seed, ...part }]);
  }
  const next = current.map((element) => (selected.includes(element) ? { ...element, ...part } : element));
  return part?.["primary"] === true
    ? withOnePrimary(
        next,
        next.filter((_, index) => current[index] === selected[0]),
      )
    : next;
}

const listOf = (value: unknown): Resource[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Returns the elements of a value: a list, or one element. Directories also send the bare value of an element. */
function elementsOf(attribute: Attribute, value: unknown): Resource[] {
  const coerced = coerce(attribute, value);
  return listOf(coerced);
}

/** Elements are the same if they have the same value and, if both name it, the same type. */
const minus = (elements: readonly Resource[], taken: readonly Resource[]): Resource[] =>
  elements.filter((element) => !taken.some((other) => isSame(element, other)));

const isSame = (one: Resource, other: Resource): boolean =>
  String(one["value"]).toLowerCase() === String(other["value"]).toLowerCase() &&
  (one["type"] === undefined || other["type"] === undefined || one["type"] === other["type"]);

const without = (object: Resource, name: string): Resource =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

/** A new primary value ends that of the others (RFC 7644 §3.5.2). */
function withOnePrimary(elements: Resource[], given: readonly Resource[]): Resource[] {
  if (!given.some(({ primary }) => primary === true)) return elements;
  return elements.map((element) =>
    element["primary"] === true && !given.includes(element) ? { ...element, primary: false } : element,
  );
}

/** `phoneNumbers[type eq "work"].value` names the type of an element that does not exist yet. */
function seedOf(attribute: Attribute, filter: Filter | undefined): Resource | undefined {
  if (filter?.kind !== "compare" || filter.operator !== "eq") return undefined;
  const { path, value } = filter;
  const part = attribute.subAttributes?.find(({ name }) => name.toLowerCase() === path.name);
  return part && { [part.name]: coerce(part, value) };
}
