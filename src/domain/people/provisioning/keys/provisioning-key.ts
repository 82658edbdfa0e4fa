import * as z from "zod";
import type { Role } from "#access/roles.ts";
import { Id } from "#domain/platform/ids.ts";
import { domainKey, isEmailDomain } from "#domain/platform/email.ts";
import { unseen } from "#lib/text/one-line.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { nameFlaw } from "#lib/text/visible-name.ts";
import { newSecret } from "#lib/secrets/secret.ts";

/** Maximum number of keys of a site that are not revoked. */
export const maxKeys = 10;

/** Roles that a directory may give if the owner allows it. Every provisioned member is a student, and none an owner. */
export const givableRoles = ["manager", "lecturer", "teaching_assistant"] as const satisfies readonly Role[];
export type GivableRole = (typeof givableRoles)[number];

const GroupName = trimmed().min(1).max(200);

export const provisioningKeyFields = {
  name: trimmed()
    .min(1, "A key requires a name.")
    .max(100, "Expected at most 100 characters.")
    .refine((name) => name === "" || (name.isWellFormed() && !unseen.test(name) && nameFlaw(name) === undefined), {
      params: { code: "invalid_characters" },
      message: "The name contains characters that cannot be displayed.",
    }),
  emailDomains: z
    .array(trimmed().max(253).refine(isEmailDomain, "Expected a domain, like school.example.").transform(domainKey))
    .max(50, "Expected at most 50 domains.")
    .transform((domains) => [...new Set(domains)]),
  givableRoles: z
    .array(z.enum(givableRoles))
    .max(givableRoles.length)
    .transform((roles) => givableRoles.filter((role) => roles.includes(role))),
  groupRoles: z.partialRecord(z.enum(givableRoles), GroupName),
};

/** The key of a directory, as its owner set it up. */
export const ProvisioningKey = z.object({
  id: Id("provisioningKey"),
  name: z.string(),
  /** The last characters. */
  ending: z.string(),
  emailDomains: z.array(z.string()),
  givableRoles: z.array(z.enum(givableRoles)),
  groupRoles: z.partialRecord(z.enum(givableRoles), z.string()),
  memberName: z.string().nullable(),
  memberEmail: z.string().nullable(),
  createdAt: z.date(),
  revokedAt: z.date().nullable(),
  /** Written at most every few minutes. */
  lastUsedAt: z.date().nullable(),
  lastUsedAddress: z.string().nullable(),
});
export type ProvisioningKey = z.output<typeof ProvisioningKey>;

const endingLength = 4;

const pattern = /^lpk_[A-Za-z0-9_-]{43}$/;

export const newProvisioningKey = (): string => newSecret("lpk");

export const isProvisioningKey = (text: string): boolean => pattern.test(text);

export const endingOf = (key: string): string => key.slice(-endingLength);
