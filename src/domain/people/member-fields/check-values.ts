import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import type { CustomFieldChanges, CustomFields } from "#domain/people/members/member.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberFieldRow } from "./member-field.ts";
import { lockFields, listFields } from "./queries.ts";

/** Throws if a field does not exist or a value has the wrong type. Locks the fields against deletion. */
export async function checkCustomFields(scope: SiteScope, given: CustomFields): Promise<void> {
  await lockFields(scope, Object.keys(given));
  checkAgainst(await listFields(scope), given);
}

/** Checks values against fields that are already loaded. */
export function checkAgainst(known: readonly MemberFieldRow[], given: CustomFields): void {
  const fields = new Map(known.map((field) => [field.handle, field]));
  const errors = Object.entries(given).flatMap(([handle, value]) => {
    const field = fields.get(handle);
    const fault = field ? faultOf(field, value) : unknownField([...fields.keys()]);
    return fault ? [{ pointer: `/customFields/${handle}`, ...fault }] : [];
  });
  if (errors.length > 0) throw new Problem("validation_failed", errors[0]!.detail, { errors });
}

/** Merges a patch into the values (RFC 7396): null removes a value, except for required fields. */
export async function mergeCustomFields(
  scope: SiteScope,
  existing: CustomFields,
  changes: z.output<typeof CustomFieldChanges>,
): Promise<CustomFields> {
  const set = Object.entries(changes).filter((entry): entry is [string, CustomFields[string]] => entry[1] !== null);
  const removed = Object.keys(changes).filter((handle) => changes[handle] === null);
  if (set.length > 0) await checkCustomFields(scope, Object.fromEntries(set));
  if (removed.some((handle) => handle in existing)) await requireOptional(scope, removed);
  return Object.fromEntries(
    Object.entries({ ...existing, ...Object.fromEntries(set) }).filter(([handle]) => !removed.includes(handle)),
  );
}

async function requireOptional(scope: SiteScope, removed: readonly string[]): Promise<void> {
  const errors = (await listFields(scope))
    .filter(({ handle, required }) => required && removed.includes(handle))
    .map(({ handle, label }) => ({
      pointer: `/customFields/${handle}`,
      code: "required",
      detail: `${label} is required. Its value can be replaced, but not removed.`,
    }));
  if (errors.length > 0) throw new Problem("validation_failed", errors[0]!.detail, { errors });
}

const unknownField = (known: readonly string[]) => ({
  code: "not_found",
  detail:
    known.length > 0 ? `Unknown member field. The site has ${known.join(", ")}.` : "The site has no member fields.",
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
