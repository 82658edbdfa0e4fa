import * as z from "zod";
import { roles } from "#access/roles.ts";
import { isEmailAddress } from "#domain/accounts/email.ts";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";

/** invited: nobody has claimed the account yet. Only an active member can sign in or hold a token. */
const memberStatuses = ["active", "invited", "suspended", "removed"] as const;

export const EmailAddress = z
  .string()
  .refine(isEmailAddress, "Expected an e-mail address, like ana@school.example.")
  .transform((email) => email.normalize("NFC"));

/** At least one, answered highest first. */
export const Roles = z.array(z.enum(roles)).min(1, `Expected at least one of ${roles.join(", ")}.`);

/** A person at one site, as the site's staff sees them. */
export const Member = z.object({
  id: Id("member"),
  /** For contact; the person signs in with the address of the account. */
  email: z.string(),
  name: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  locale: z.string().nullable(),
  roles: z.array(z.enum(roles)),
  status: z.enum(memberStatuses),
  joinedAt: Instant,
  lastSignInAt: Instant.nullable(),
  signInCount: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Member = z.output<typeof Member>;

/** With the account behind the member, whose key no surface shows. */
export type MemberRecord = Member & { accountId: string };
