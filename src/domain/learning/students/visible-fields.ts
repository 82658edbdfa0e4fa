import type * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { Problem } from "#domain/platform/problem.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import type { Student, StudentRow } from "./student.ts";

/**
 * Values of fields hidden from callers confined to own courses. Filters, sorting and writes by these fields are
 * rejected and search ignores them: each could reveal a value by trial and error.
 */
const hiddenProfile = {
  phone: null,
  locale: null,
  pictureFileId: null,
  pictureUrl: null,
  tags: [],
  customFields: {},
  lastActiveAt: null,
  externalId: null,
  metadata: {},
} satisfies Partial<z.output<typeof Student>>;

/** Also `tag`, a filter, and `timeZone`, a write-only field. */
const hiddenNames = new Set([...Object.keys(hiddenProfile), "tag", "timeZone"]);

/**
 * Returns whether the caller can see students' email addresses: a school setting for callers confined to own courses.
 */
export const seesEmail = (context: Context): boolean => !isConfined(context) || context.site.settings.lecturersSeeEmail;

/** Serializes a student with the fields that the caller may see. */
export const serializeStudent = (
  context: Context,
  student: StudentRow,
): z.output<typeof Student> & Pick<StudentRow, "version"> => ({
  ...student,
  object: "student",
  pictureUrl: publicFileUrl(context.site, student.pictureFileId),
  ...(isConfined(context) && hiddenProfile),
  ...(!seesEmail(context) && { email: null }),
});

/** Throws `role_required` if a filter or sort key reads a field that is hidden from the caller. */
export function requireVisibleQuery(context: Context, query: Record<string, unknown>): void {
  const { sort, ...filters } = query;
  const filtered = Object.keys(filters).filter((name) => filters[name] !== undefined);
  const sorted = (Array.isArray(sort) ? sort : []).map((order) => fromWire(String(order).replace(/^-/, "")));
  const isHidden = (name: string) => isHiddenFrom(context, name);
  refuse([...filtered, ...sorted].find(isHidden), "filter or sort by");
}

/** Throws `role_required` if a write sets a field that is hidden from the caller. */
export function requireVisibleChanges(context: Context, changes: Record<string, unknown>): void {
  const changed = Object.keys(changes).filter((name) => changes[name] !== undefined);
  refuse(
    changed.find((name) => isConfined(context) && hiddenNames.has(name)),
    "write",
  );
}

const isHiddenFrom = (context: Context, name: string): boolean =>
  (isConfined(context) && hiddenNames.has(name)) || (name === "email" && !seesEmail(context));

function refuse(hidden: string | undefined, action: string): void {
  if (hidden === undefined) return;
  throw new Problem(
    "role_required",
    `Your role cannot see ${toWire(hidden)}. Only an owner or manager can ${action} it.`,
  );
}
