import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { CustomFields, NewProfile, pictureDescription, profile } from "#domain/people/members/member.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import type { Context } from "#domain/platform/context.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import { Problem } from "#domain/platform/problem.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";

export const studentStatuses = ["active", "invited", "suspended"] as const;

/** Callers confined to their own courses: `hiddenProfile` replaces the other fields for them. */
const confined = "if the caller is a lecturer or teaching assistant";
const Count = z.number().int().min(0);

/** A member with the student role, as visible to teaching staff. */
export const Student = versioned(
  z
    .object({
      object: z.literal("student"),
      id: Id("member"),
      email: untrusted(
        z
          .string()
          .nullable()
          .meta({
            description: `Null ${confined}, unless the school shows addresses to them`,
          }),
      ),
      name: untrusted(z.string().nullable()),
      phone: untrusted(
        z
          .string()
          .nullable()
          .meta({ description: `Null ${confined}` }),
      ),
      locale: z
        .string()
        .nullable()
        .meta({ description: `Null ${confined}` }),
      pictureFileId: Id("file")
        .nullable()
        .meta({ description: `${pictureDescription} Null ${confined}.` }),
      pictureUrl: z
        .string()
        .nullable()
        .meta({ description: `Null ${confined}` }),
      status: z.enum(studentStatuses),
      tags: z.array(z.string()).meta({ description: `Empty ${confined}` }),
      customFields: untrusted(
        CustomFields.meta({
          description: `Values of the site's member fields, keyed by handle. Empty ${confined}`,
        }),
      ),
      groupIds: z.array(Id("group")).meta({ description: `Only groups with a course of the caller, ${confined}` }),
      enrollmentCount: Count.meta({ description: `Counts only courses of the caller, ${confined}` }),
      completedCount: Count.meta({ description: `Counts only courses of the caller, ${confined}` }),
      lastActiveAt: Instant.nullable().meta({ description: `Null ${confined}` }),
      totalWatchSeconds: Count.meta({ description: `Counts only courses of the caller, ${confined}` }),
      externalId: ExternalId.nullable().meta({ description: `Null ${confined}` }),
      metadata: Metadata.meta({ description: `Empty ${confined}` }),
      createdAt: Instant,
      updatedAt: Instant,
    })
    .meta({ id: "Student" }),
);

export interface StudentRow extends Omit<z.output<typeof Student>, "object" | "email" | "pictureUrl"> {
  email: string;
  version: number;
}

const { name, phone, pictureFileId, locale, tags, customFields, externalId, metadata } = profile;

export const StudentChanges = z
  .object({ name, phone, pictureFileId, locale, tags, customFields, externalId, metadata })
  .partial();

export const NewStudent = NewProfile.omit({ timeZone: true }).extend({ email: EmailAddress });

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
