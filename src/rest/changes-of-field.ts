import { fieldNames } from "#lib/wire/field-names.ts";
import { toWire } from "#lib/wire/names.ts";
import { prefix, readsAddress, type Route } from "./route.ts";
import { routes } from "./routes.ts";

/** Explains how a read-only field of a resource changes, or returns undefined if clients cannot change it. */
export function changesOfField(route: Route, field: string): string | undefined {
  const writable = fieldNames(route.operation.input);
  const source = sources.map(([end, from]) => field.endsWith(end) && field.slice(0, -end.length) + from);
  const from = source.find((name) => name !== false && writable.includes(name));
  if (from) return `Change ${from} instead.`;
  const below = routes.filter((other) => !readsAddress(other) && isBelow(route, other));
  const replacement = below.find(({ method, path }) => method === "PUT" && path.endsWith(`/${field}`));
  if (replacement) return `Change it with ${addressOf(replacement)}.`;
  if (!states.has(field)) return undefined;
  const transitions = below.filter((other) => other.method === "POST" && isTransition(route, other)).map(addressOf);
  return transitions.length > 0 ? `Change it with ${anyOf.format(transitions)}.` : undefined;
}

/** Rendered and derived fields, by ending, with the ending of the field that they come from. */
const sources = [
  ["_html", "_markdown"],
  ["_url", "_file_id"],
] as const;

/** Fields that only transitions change. */
const states: ReadonlySet<string> = new Set(["status", "publish_at", "published_at"]);

const isBelow = ({ path }: Route, other: Route): boolean =>
  other.path.startsWith(`${path}/`) && !other.path.slice(path.length + 1).includes("/");

/** Transitions answer with the resource itself. */
const isTransition = ({ operation }: Route, other: Route): boolean =>
  other.effect === "update" && other.operation.output === operation.output;

const addressOf = ({ method, path }: Route): string =>
  `${method} ${prefix}${path.replaceAll(/:(\w+)/g, (_match, name: string) => `{${toWire(name)}}`)}`;

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });
