import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import type { CustomFieldChanges, CustomFields } from "#domain/people/members/member.ts";
import { throwErrors } from "#domain/platform/problem.ts";
import type { MemberFieldRow } from "./member-field.ts";
import { lockFields, listFields } from "./queries.ts";

/** Throws if a field does not exist or a value has the wrong type. Locks the fields against deletion. */
export async function checkCustomFields(scope: SiteScope, input: CustomFields): Promise<void> {
  await lockFields(scope, Object.keys(input));
  checkAgainst(await listFields(scope), input);
}

/** Checks values against fields that are already loaded. */
export function checkAgainst(known: readonly MemberFieldRow[], input: CustomFields): void {
  const fields = new Map(known.map((field) => [field.handle, field]));
  const errors = Object.entries(input).flatMap(([handle, value]) => {
    const field = fields.get(handle);
    const fault = field ? faultOf(field, value) : unknownField([...fields.keys()]);
    return fault ? [{ pointer: `/customFields/${handle}`, ...fault }] : [];
  });
  throwErrors(errors);
}

/** Merges a patch into the values (RFC 7396): null removes a value, except for required fields. */
export async function mergeCustomFields(
  scope: SiteScope,
  existing: CustomFields,
  changes: z.output<typeof CustomFieldChanges>,
): Promise<CustomFields> {
  const handles = Object.keys(changes);
  if (handles.length === 0) return existing;
  await lockFields(scope, handles);
  return mergeAgainst(await listFields(scope), existing, changes);
}

/** Merges a patch, checked against fields that are already loaded. */
export function mergeAgainst(
  fields: readonly MemberFieldRow[],
  existing: CustomFields,
  changes: z.output<typeof CustomFieldChanges>,
): CustomFields {
  const set = Object.entries(changes).filter((entry): entry is [string, CustomFields[string]] => entry[1] !== null);
  const removed = Object.keys(changes).filter((handle) => changes[handle] === null);
  if (set.length > 0) checkAgainst(fields, Object.fromEntries(set));
  if (removed.some((handle) => handle in existing)) requireOptional(fields, removed);
  return Object.fromEntries(
    Object.entries({ ...existing, ...Object.fromEntries(set) }).filter(([handle]) => !removed.includes(handle)),
  );
}

function requireOptional(known: readonly MemberFieldRow[], removed: readonly string[]): void {
  const errors = known
    .filter(({ handle, required }) => required && removed.includes(handle))
    .map(({ handle, label }) => ({
      pointer: `/customFields/${handle}`,
      code: "required",
      detail: `${label} is required. Its value can be replaced, but not removed.`,
    }));
  throwErrors(errors);
}

const unknownField = (handles: readonly string[]) => ({
  code: "not_found",
  detail:
    handles.length > 0 ? `Unknown member field. The site has ${handles.join(", ")}.` : "The site has no member fields.",
});

function faultOf({ kind, choices }: MemberFieldRow, value: CustomFields[string]) {
  const { fits, expected } = {
    text: { fits: typeof value === "string", expected: "a text" },
    number: { fits: typeof value === "number", expected: "a number" },
    bool: { fits: typeof value === "boolean", expected: "true or false" },
    date: { fits: z.iso.date().safeParse(value).success, expected: "a date like 2026-03-31" },
    choice: {
      fits: typeof value === "string" && choices.includes(value),
      expected: `one of ${choices.join(", ")}`,
    },
  }[kind];
  return fits ? undefined : { code: "invalid_value", detail: `Expected ${expected}.` };
}
