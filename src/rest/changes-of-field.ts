import { joinAlternatives } from "#lib/text/formats.ts";
import { fieldNames } from "#lib/wire/field-names.ts";
import { toWire } from "#lib/wire/names.ts";
import { readsAddress, type Route } from "#operations/route.ts";
import { prefix } from "./prefix.ts";
import { type IndexedRoute, routeIndex } from "#operations/route-index.ts";

/** Explains how a read-only field of a resource changes, or returns undefined if clients cannot change it. */
export function changesOfField(route: Route, field: string): string | undefined {
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
  if (!states.has(field)) return undefined;
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

/** Fields that only transitions change. */
const states: ReadonlySet<string> = new Set(["status", "publish_at", "published_at"]);

const isBelow = (path: string, other: IndexedRoute): boolean =>
  other.path.startsWith(`${path}/`) && !other.path.slice(path.length + 1).includes("/");

const addressOf = ({ method, path }: IndexedRoute): string =>
  `${method} ${prefix}${path.replaceAll(/:(\w+)/g, (_match, name: string) => `{${toWire(name)}}`)}`;
