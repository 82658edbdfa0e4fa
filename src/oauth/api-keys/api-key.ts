import * as z from "zod";
import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import { Id } from "#domain/platform/ids.ts";
import { unseen } from "#lib/text/one-line.ts";
import { nameFlaw } from "#lib/text/visible-name.ts";

const day = 86_400_000;

export const defaultLifetimeDays = 365;
export const maxLifetimeDays = 2 * 365;

/** Maximum number of valid keys of a site. */
export const maxKeys = 100;

export const keyScopes: readonly Scope[] = scopeNames.filter((name) => scopes[name].kind === "operator");

export const ApiKey = z.object({
  id: Id("apiKey"),
  name: z.string(),
  memberId: Id("member"),
  memberName: z.string().nullable(),
  memberEmail: z.string().nullable(),
  /** The last characters. */
  ending: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  /** `revoked` also if its member was suspended or removed since. */
  status: z.enum(["active", "expired", "revoked"]),
  createdAt: z.date(),
  expiresAt: z.date(),
  revokedAt: z.date().nullable(),
  /** Written at most every few minutes. */
  lastUsedAt: z.date().nullable(),
  lastUsedAddress: z.string().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

export const apiKeyFields = {
  name: z
    .string()
    .trim()
    .min(1, "An API key requires a name.")
    .max(100, "Expected at most 100 characters.")
    .refine((name) => name === "" || (name.isWellFormed() && !unseen.test(name) && nameFlaw(name) === undefined), {
      params: { code: "invalid_characters" },
      message: "The name contains characters that cannot be displayed.",
    }),
  scopes: z
    .array(z.enum(scopeNames))
    .min(1, "Expected at least one scope.")
    .max(scopeNames.length)
    .transform((scopes) => scopeNames.filter((scope) => scopes.includes(scope))),
  expiresInDays: z
    .number("Expected a number of days.")
    .int("Expected a whole number of days.")
    .min(1, "Expected at least one day.")
    .max(maxLifetimeDays, `Expected at most ${maxLifetimeDays} days.`)
    .default(defaultLifetimeDays),
};

export const expiryAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * day);
