import { isDeepStrictEqual } from "node:util";
import type * as z from "zod";
import { Problem } from "#domain/platform/problem.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import type { UnknownField } from "#lib/wire/unknown-field.ts";
import { fieldNames } from "#lib/wire/field-names.ts";
import { toWire } from "#lib/wire/names.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { type Route, readsAddress } from "#operations/route.ts";
import { joinAlternatives } from "#lib/text/formats.ts";
import { prefix } from "./prefix.ts";
import { type IndexedRoute, routeIndex } from "#operations/route-index.ts";

type Fields = Record<string, unknown>;

/** True if clients that read this resource, edit it and send it back as a patch send read-only fields. */
export function acceptsReadOnlyFields({ method, operation }: Pick<Route, "method" | "operation">): boolean {
  return method === "PATCH" && fieldNames(operation.output).some((name) => name === "object");
}

/**
 * True if one of the unknown fields of a patch belongs to the representation of its resource. `read`: the route that
 * reads it, with its expansions if it has any.
 */
export function someReadOnly({ operation }: Route, read: Route | undefined, unknown: readonly UnknownField[]): boolean {
  const outputs = [operation, ...(read ? [read.operation] : [])].map(({ output }) => output);
  return unknown.some(({ path: field }) => outputs.some((output) => hasField(output, field)));
}

function hasField(schema: z.ZodType, [name, ...rest]: UnknownField["path"]): boolean {
  if (name === undefined) return true;
  const node = nodeOf(schema);
  if (node.kind === "codec") return hasField(node.wire, [name, ...rest]);
  if (node.kind === "choice") return [...node.options.values()].some((option) => hasField(option, [name, ...rest]));
  if (node.kind === "array") return hasField(node.element, rest);
  if (node.kind === "record") return hasField(node.value, rest);
  return node.kind === "object" && node.fields.some(([own, field]) => toWire(own) === name && hasField(field, rest));
}

/**
 * Removes what a patch repeats of the current representation. A field of which the patch knows no part stays whole,
 * because some fields are replaced and not merged.
 */
export function withoutRepeated(sent: Fields, current: Fields, unknown: readonly UnknownField[]): Fields {
  const isMixed = new Set(unknown.filter(({ path }) => path.length > 1).map(({ path }) => path[0]));
  const left: Fields = {};
  for (const [name, value] of Object.entries(sent)) {
    const currentValue = current[name];
    if (isDeepStrictEqual(value, currentValue)) continue;
    if (isMixed.has(name) && isRecord(value) && isRecord(currentValue)) {
      const parts = changedParts(value, currentValue);
      if (Object.keys(parts).length > 0) left[name] = parts;
    } else left[name] = value;
  }
  return left;
}

function changedParts(sent: Fields, current: Fields): Fields {
  const left: Fields = {};
  for (const [name, value] of Object.entries(sent)) {
    const currentValue = current[name];
    if (isDeepStrictEqual(value, currentValue)) continue;
    const parts = isRecord(value) && isRecord(currentValue) ? changedParts(value, currentValue) : value;
    if (!isRecord(parts) || Object.keys(parts).length > 0) left[name] = parts;
  }
  return left;
}

/** Builds the problem for read-only fields that a patch would change. */
export function readOnlyFields(route: Route, unknown: readonly UnknownField[], current: Fields): Problem {
  const errors = unknown.map(({ path }) => ({
    pointer: pointerOf(path),
    code: "read_only",
    detail: detailOf(route, path, current),
  }));
  const [first] = errors;
  return new Problem("read_only", first ? `${first.pointer}: ${first.detail}` : "A field is read-only.", { errors });
}

function detailOf(route: Route, path: UnknownField["path"], current: Fields): string {
  const [name, ...parts] = path.map(String);
  if (name === undefined || !(name in current)) {
    return "The field is read-only. Omit it, and change expanded resources at their own paths.";
  }
  const value = parts.reduce<unknown>((at, part) => asRecord(at)[part], current[name]);
  const is = valueText(value);
  const how = parts.length === 0 ? changesOfField(route, name) : undefined;
  return `The field is read-only${is}. ${how ?? "Send that value, or omit the field."}`;
}

/** Quotes short values only: a text of the school can be long. */
function valueText(value: unknown): string {
  if (value !== null && typeof value === "object") return " and now has another value";
  const text = JSON.stringify(value) ?? "absent";
  return text.length > 80 ? " and now has another value" : ` and is now ${text}`;
}

/** Explains how a read-only field of a resource changes, or returns undefined if clients cannot change it. */
function changesOfField(route: Route, field: string): string | undefined {
  const writable = fieldNames(route.operation.input);
  const source = sources.map(([end, from]) => field.endsWith(end) && field.slice(0, -end.length) + from);
  const from = source.find((name) => name !== false && writable.includes(name));
  if (from) return `Change ${from} instead.`;
  const origins = derived.find(([name, from]) => name === field && from.every((one) => writable.includes(one)));
  if (origins) return `Change ${joinAlternatives(origins[1])} instead.`;
  const resource = sameAs.get(route.path) ?? route.path;
  const below = routeIndex.filter((other) => !readsAddress(other) && isBelow(resource, other));
  const replacement = below.find(({ method, path }) => method === "PUT" && path.endsWith(`/${field}`));
  if (replacement) return `Change it with ${addressOf(replacement)}.`;
  if (!transitionFields.has(field)) return undefined;
  const transitions = below.filter(({ isTransition }) => isTransition).map(addressOf);
  return transitions.length > 0 ? `Change it with ${joinAlternatives(transitions)}.` : undefined;
}

/** Rendered and derived fields, by ending, with the ending of the field that they come from. */
const sources = [
  ["_html", "_markdown"],
  ["_url", "_file_id"],
] as const;

/** Fields that are derived from other fields of their resource, where clients can change all of those. */
const derived: readonly (readonly [field: string, origins: readonly string[]])[] = [
  ["status", ["enabled", "starts_at", "expires_at", "max_redemptions"]],
  ["published_at", ["status"]],
];

/** A student is a member: staff suspends the member, under the same ID. */
const sameAs: ReadonlyMap<string, string> = new Map([["/students/:id", "/members/:id"]]);

const transitionFields: ReadonlySet<string> = new Set(["status", "publish_at", "published_at"]);

const isBelow = (path: string, other: IndexedRoute): boolean =>
  other.path.startsWith(`${path}/`) && !other.path.slice(path.length + 1).includes("/");

const addressOf = ({ method, path }: IndexedRoute): string =>
  `${method} ${prefix}${path.replaceAll(/:(\w+)/g, (_match, name: string) => `{${toWire(name)}}`)}`;
