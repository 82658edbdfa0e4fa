import type { Attribute } from "../schema/attribute.ts";
import { locate, type Located, named, type Resource, type ResourceType, valueAt } from "../schema/resource-type.ts";
import type { AttributePath, Filter, Operator, Value } from "./filter.ts";
import { invalidFilter } from "./tokens.ts";
import { isRecord } from "#lib/json/is-record.ts";

type Test = (resource: Resource) => boolean;

/** Compiles a filter for resources of a type. Throws `invalidFilter` for unknown attributes and impossible comparisons. */
export function compile(type: ResourceType, filter: Filter): Test {
  return joined(filter, (one) => compile(type, one)) ?? leaf(filter, (path) => locateOrRefuse(type, path));
}

/** Compiles the filter of elements of a multi-valued attribute: `type eq "work"`. */
export function compileForElements(attribute: Attribute, filter: Filter): Test {
  const inner = (one: Filter): Test => {
    const found = joined(one, inner);
    if (found) return found;
    if (one.kind === "element") throw invalidFilter("A filter within square brackets has no square brackets.");
    return leaf(one, ({ schema, name, sub }) => {
      const part = named(attribute.subAttributes ?? [], name);
      if (!part || schema !== undefined || sub !== undefined) throw unknownAttribute(name);
      return { key: undefined, attribute: part, sub: undefined };
    });
  };
  return inner(filter);
}

function joined(filter: Filter, compileOne: (filter: Filter) => Test): Test | undefined {
  if (filter.kind === "not") {
    const test = compileOne(filter.part);
    return (resource) => !test(resource);
  }
  if (filter.kind !== "and" && filter.kind !== "or") return undefined;
  const tests = filter.parts.map(compileOne);
  return filter.kind === "and"
    ? (resource) => tests.every((test) => test(resource))
    : (resource) => tests.some((test) => test(resource));
}

function leaf(filter: Filter, find: (path: AttributePath) => Located): Test {
  if (filter.kind === "element") {
    const located = find(filter.path);
    if (!located.attribute.multiValued || located.sub)
      throw invalidFilter("Square brackets follow a list, like emails.");
    const test = compileForElements(located.attribute, filter.filter);
    return (resource) => listOf(valueAt(resource, located)).some((element) => isRecord(element) && test(element));
  }
  if (filter.kind === "present") {
    const located = find(filter.path);
    return (resource) => valuesOf(resource, located).some(hasContent);
  }
  if (filter.kind !== "compare") throw invalidFilter("The filter cannot be evaluated.");
  const located = find(filter.path);
  const target = comparedOf(located);
  const compare = comparison(target.sub ?? target.attribute, filter.operator, filter.value);
  return (resource) => compare(valuesOf(resource, target).filter(hasContent));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

const hasContent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** `emails eq "a@b.example"` compares the values of the emails (RFC 7644 §3.4.2.2 with RFC 7643 §2.4). */
function comparedOf(located: Located): Located {
  const { attribute, sub } = located;
  if (sub || attribute.type !== "complex") return located;
  const value = attribute.multiValued ? named(attribute.subAttributes ?? [], "value") : undefined;
  if (!value)
    throw invalidFilter(
      `${attribute.name} has parts. Compare one of them, like ${attribute.name}.${attribute.subAttributes?.[0]?.name}.`,
    );
  return { ...located, sub: value };
}

function valuesOf(resource: Resource, { key, attribute, sub }: Located): unknown[] {
  const values = listOf(valueAt(resource, { key, attribute }));
  return sub ? values.map((value) => (isRecord(value) ? value[sub.name] : undefined)) : values;
}

function comparison(
  { name, type, caseExact }: Pick<Attribute, "name" | "type" | "caseExact">,
  operator: Operator,
  wanted: Value,
): (found: unknown[]) => boolean {
  if (wanted === null) {
    if (operator === "eq") return (found) => found.length === 0;
    if (operator === "ne") return (found) => found.length > 0;
    throw invalidFilter("null can be compared with eq and ne only.");
  }
  if (operator === "ne") {
    const isEqual = comparison({ name, type, caseExact }, "eq", wanted);
    return (found) => !isEqual(found);
  }
  const normalize = normalizerFor(type, caseExact);
  const right = normalize(wanted);
  if (right === undefined) throw invalidFilter(`${name} cannot be compared with ${JSON.stringify(wanted)}.`);
  if (type === "boolean" && operator !== "eq") throw invalidFilter(`${name} can be compared with eq and ne only.`);
  const test = tests[operator];
  return (found) =>
    found.some((value) => {
      const left = normalize(value);
      return left !== undefined && test(left, right);
    });
}

type Comparable = string | number | boolean;

function normalizerFor(type: Attribute["type"], caseExact: boolean): (value: unknown) => Comparable | undefined {
  if (type === "boolean") return booleanOf;
  if (type === "dateTime") {
    return (value) => {
      const time = typeof value === "string" ? Date.parse(value) : NaN;
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    };
  }
  return (value) => (typeof value !== "string" ? undefined : caseExact ? value : value.toLowerCase());
}

/** Entra sends "True" and "False". */
export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  return { true: true, false: false }[value.toLowerCase()];
}

const tests: Record<Exclude<Operator, "ne">, (left: Comparable, right: Comparable) => boolean> = {
  eq: (left, right) => left === right,
  co: (left, right) => String(left).includes(String(right)),
  sw: (left, right) => String(left).startsWith(String(right)),
  ew: (left, right) => String(left).endsWith(String(right)),
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
};

function locateOrRefuse(type: ResourceType, path: AttributePath): Located {
  const located = locate(type, path);
  if (located === undefined || located === "ignored") throw unknownAttribute(path.name);
  return located;
}

const unknownAttribute = (name: string) =>
  invalidFilter(`There is no attribute ${name.slice(0, 50)} here to filter by. /scim/v2/Schemas lists the attributes.`);
