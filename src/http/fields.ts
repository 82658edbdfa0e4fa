import { Problem } from "#domain/platform/problem.ts";
import { isRecord } from "#lib/json/is-record.ts";

type Wire = Record<string, unknown>;

/** `fields=id,name`: picks these fields of a resource, or of each resource in a list. */
export function pick(body: unknown, fields: readonly string[] | undefined, known: readonly string[]): unknown {
  if (!fields || !isRecord(body)) return body;
  requireFields(fields, known);
  const selected = (resource: Wire) =>
    Object.fromEntries(fields.filter((name) => name in resource).map((name) => [name, resource[name]]));
  const { data } = body;
  return Array.isArray(data) ? { ...body, data: data.map((item: Wire) => selected(item)) } : selected(body);
}

/** Call it before any write; afterwards it is too late to reject the request. */
export function requireFields(fields: readonly string[], known: readonly string[]): void {
  const wrong = fields.find((field) => !known.includes(field));
  if (wrong === undefined) return;
  throw new Problem("invalid_request", `Unknown field ${wrong} in fields. Known fields: ${known.join(", ")}.`);
}

/** The fields that a value of `include` adds to each resource. */
const included: Readonly<Record<string, readonly string[]>> = { bodies: ["body_markdown", "body_html"] };

/**
 * Adds the fields of `expand` and `include` to the selected ones, so that `fields=id&expand=plans` responds with both.
 * `known` are the fields of the resource: deeper expansions are part of a field.
 */
export function withExpanded(
  fields: readonly string[] | undefined,
  { expand, include }: Readonly<Record<string, unknown>>,
  known: readonly string[],
): string[] | undefined {
  if (!fields) return undefined;
  const expanded = namesIn(expand).map((path) => path.replace(/\..*/s, ""));
  const added = namesIn(include).flatMap((name) => included[name] ?? []);
  return [...new Set([...fields, ...expanded, ...added.filter((name) => known.includes(name))])];
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
