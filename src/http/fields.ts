import { Problem } from "#domain/problem.ts";

type Wire = Record<string, unknown>;

/** `fields=id,name`: those alone, of the thing itself or of each in a list. */
export function pick(body: unknown, fields: readonly string[] | undefined, known: readonly string[]): unknown {
  if (!fields) return body;
  const wrong = fields.find((field) => !known.includes(field));
  if (wrong !== undefined) {
    throw new Problem("invalid_request", `There is no field ${wrong} to choose. There are ${known.join(", ")}.`);
  }
  const chosen = (thing: Wire) =>
    Object.fromEntries(fields.filter((name) => name in thing).map((name) => [name, thing[name]]));
  const { data } = body as Wire;
  return Array.isArray(data)
    ? { ...(body as Wire), data: data.map((item: Wire) => chosen(item)) }
    : chosen(body as Wire);
}
