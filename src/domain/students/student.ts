import * as z from "zod";
import { ExternalId, Metadata } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { CustomFields, EmailAddress, NewProfile, profile } from "#domain/members/member.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

export const studentStatuses = ["active", "invited", "suspended"] as const;

/** A member who learns here, as those see them who teach. */
export const Student = z
  .object({
    object: z.literal("student"),
    id: Id("member"),
    email: untrusted(z.string()),
    name: untrusted(z.string().nullable()),
    phone: untrusted(z.string().nullable()),
    locale: z.string().nullable(),
    pictureUrl: z.string().nullable(),
    status: z.enum(studentStatuses),
    tags: z.array(z.string()),
    customFields: untrusted(CustomFields),
    groupIds: z.array(Id("group")),
    enrollmentCount: z.number().int().min(0),
    completedCount: z.number().int().min(0),
    lastActiveAt: Instant.nullable(),
    totalWatchSeconds: z.number().int().min(0),
    externalId: ExternalId.nullable(),
    metadata: Metadata,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Student" });

export interface StudentRow extends Omit<z.output<typeof Student>, "object"> {
  version: number;
}

const { name, phone, locale, tags, customFields, externalId, metadata } = profile;

export const StudentChanges = z.object({ name, phone, locale, tags, customFields, externalId, metadata }).partial();

export const NewStudent = NewProfile.omit({ timeZone: true }).extend({ email: EmailAddress });

export const presentStudent = (student: StudentRow): z.output<typeof Student> => ({ ...student, object: "student" });
