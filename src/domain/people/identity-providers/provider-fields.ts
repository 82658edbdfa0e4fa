import * as z from "zod";
import { roles } from "#access/roles.ts";
import { emailKey, isEmailAddress } from "#domain/platform/email.ts";
import { isOneLine } from "#lib/text/one-line.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { providerChoices } from "./provider.ts";

const maxDomains = 50;
const maxGroups = 100;

const Line = (max: number) => trimmed().max(max).refine(isOneLine, "Enter one line of text.");

/** A domain in ASCII and lower case, as domains of addresses are compared. */
const Domain = trimmed()
  .max(253)
  .transform((text) => emailKey(`a@${text.replace(/^@/, "")}`).slice(2))
  .refine((domain) => domain.includes(".") && isEmailAddress(`a@${domain}`), "Expected a domain, like school.example.");

/** Scopes and claims are words without spaces (RFC 6749 §3.3). */
const Word = z.string().regex(/^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/, "Expected words without spaces.");

/** Apple names teams and keys by ten letters and digits. Empty until the owner has them. */
const KeyName = trimmed()
  .regex(/^[A-Za-z0-9]{0,32}$/, "Expected letters and digits.")
  .nullable()
  .transform((name) => (name === "" ? null : name));

/** Fields that owners change. */
export const ProviderChanges = z
  .object({
    name: Line(60).min(1, "Enter a name."),
    clientId: Line(300),
    /** Replaces the stored one. A private key has several lines. */
    clientSecret: trimmed().min(1).max(4000),
    teamId: KeyName,
    keyId: KeyName,
    scopes: z.array(Word).max(20),
    domains: z.array(Domain).max(maxDomains),
    groupsClaim: Word,
    groupRoles: z
      .record(trimmed().min(1).max(200), z.array(z.enum(roles)).min(1))
      .refine((groups) => Object.keys(groups).length <= maxGroups, `At most ${maxGroups} groups can have roles.`),
    createsMembers: z.boolean(),
    passwordsOff: z.boolean(),
    active: z.boolean(),
  })
  .partial();
export type ProviderChanges = z.output<typeof ProviderChanges>;

export const NewProvider = z.object({
  name: Line(60).min(1, "Enter a name."),
  choice: z.enum(providerChoices),
  /** Not for SAML, whose metadata names it. */
  issuer: Line(500),
});
