import * as z from "zod";
import { ExternalId, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { CustomFields, EmailAddress, NewProfile, pictureDescription, profile } from "#domain/people/members/member.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const studentStatuses = ["active", "invited", "suspended"] as const;

/** Callers confined to their own courses: `visible-fields.ts` hides the other fields from them. */
const forConfined = "for lecturers and teaching assistants";
const Count = z.number().int().min(0);

/** A member with the student role, as visible to teaching staff. */
export const Student = z
  .object({
    object: z.literal("student"),
    id: Id("member"),
    email: untrusted(
      z
        .string()
        .nullable()
        .meta({
          description: `Null ${forConfined} unless the school shows addresses to them`,
        }),
    ),
    name: untrusted(z.string().nullable()),
    phone: untrusted(
      z
        .string()
        .nullable()
        .meta({ description: `Always null ${forConfined}` }),
    ),
    locale: z
      .string()
      .nullable()
      .meta({ description: `Always null ${forConfined}` }),
    pictureFileId: Id("file")
      .nullable()
      .meta({ description: `${pictureDescription} Always null ${forConfined}` }),
    pictureUrl: z
      .string()
      .nullable()
      .meta({ description: `Always null ${forConfined}` }),
    status: z.enum(studentStatuses),
    tags: z.array(z.string()).meta({ description: `Always empty ${forConfined}` }),
    customFields: untrusted(
      CustomFields.meta({
        description: `Values of the site's member fields, by their handles. Always empty ${forConfined}`,
      }),
    ),
    groupIds: z.array(Id("group")).meta({ description: `Limited to groups with a course of their own ${forConfined}` }),
    enrollmentCount: Count.meta({ description: `Counts own courses only ${forConfined}` }),
    completedCount: Count.meta({ description: `Counts own courses only ${forConfined}` }),
    lastActiveAt: Instant.nullable().meta({ description: `Always null ${forConfined}` }),
    totalWatchSeconds: Count.meta({ description: `Counts own courses only ${forConfined}` }),
    externalId: ExternalId.nullable().meta({ description: `Always null ${forConfined}` }),
    metadata: Metadata.meta({ description: `Always empty ${forConfined}` }),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Student" });

export interface StudentRow extends Omit<z.output<typeof Student>, "object" | "email" | "pictureUrl"> {
  email: string;
  version: number;
}

const { name, phone, pictureFileId, locale, tags, customFields, externalId, metadata } = profile;

export const StudentChanges = z
  .object({ name, phone, pictureFileId, locale, tags, customFields, externalId, metadata })
  .partial();

export const NewStudent = NewProfile.omit({ timeZone: true }).extend({ email: EmailAddress });
