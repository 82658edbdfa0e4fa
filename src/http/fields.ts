import { Problem } from "#domain/platform/problem.ts";

type Wire = Record<string, unknown>;

/** `fields=id,name`: those alone, of the thing itself or of each in a list. */
export function pick(body: unknown, fields: readonly string[] | undefined, known: readonly string[]): unknown {
  if (!fields) return body;
  requireFields(fields, known);
  const chosen = (thing: Wire) =>
    Object.fromEntries(fields.filter((name) => name in thing).map((name) => [name, thing[name]]));
  const { data } = body as Wire;
  return Array.isArray(data)
    ? { ...(body as Wire), data: data.map((item: Wire) => chosen(item)) }
    : chosen(body as Wire);
}

/** To be asked before anything is written: afterwards it would be too late to refuse. */
export function requireFields(fields: readonly string[], known: readonly string[]): void {
  const wrong = fields.find((field) => !known.includes(field));
  if (wrong === undefined) return;
  throw new Problem("invalid_request", `There is no field ${wrong} to choose. There are ${known.join(", ")}.`);
}
