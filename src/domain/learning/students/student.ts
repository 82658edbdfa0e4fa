import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { CustomFields, NewProfile, pictureDescription, profile } from "#domain/people/members/member.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const studentStatuses = ["active", "invited", "suspended"] as const;

/** Callers confined to their own courses: `visible-fields.ts` hides the other fields from them. */
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
