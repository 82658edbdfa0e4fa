import { validationFailed } from "#domain/platform/problem.ts";
import { toWire } from "#lib/wire/names.ts";

/** Rejects a row with the time of a state but not the state, and a row in the state without the time. */
export function requireStateTime<Field extends string>(
  row: { status: string } & Record<Field, Date | null>,
  state: string,
  field: Field,
): void {
  const isTimed = row[field] !== null;
  if ((row.status === state) === isTimed) return;
  const name = toWire(field);
  throw isTimed
    ? validationFailed(`/${name}`, "not_applicable", `Only rows with the status ${state} have ${name}.`)
    : validationFailed(`/${name}`, "required", `The status ${state} requires ${name}.`);
}

/** Rejects a value of a state that the row is not in. */
export function requireOnlyIn(
  isIn: boolean,
  row: Record<string, unknown>,
  fields: readonly string[],
  state: string,
): void {
  const other = isIn ? undefined : fields.find((field) => row[field] !== null);
  if (other === undefined) return;
  throw validationFailed(`/${toWire(other)}`, "not_applicable", `Only ${state} have ${toWire(other)}.`);
}

/** Rejects an end before its start. */
export function requireOrder<Field extends string>(
  row: Record<Field, Date | null>,
  [start, end]: readonly [Field, Field],
): void {
  const [from, to] = [row[start], row[end]];
  if (from === null || to === null || from <= to) return;
  throw validationFailed(`/${toWire(end)}`, "too_small", `Expected a time that is not before ${toWire(start)}.`);
}
