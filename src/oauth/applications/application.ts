import * as z from "zod";
import { unseen } from "#lib/one-line.ts";
import { nameFlaw } from "#lib/visible-name.ts";
import { scopeNames } from "#access/scopes.ts";
import { Id } from "#domain/platform/ids.ts";
import { type Audience, audienceMayHold } from "../clients/client.ts";
import { flawOf, isHttpsRedirect, isLoopbackRedirect, isPrivateUseRedirect } from "../redirect-uri.ts";

export const audiences = ["member", "operator"] as const satisfies readonly Audience[];

/** A client that the people who run a site made there, as they see it. It is in force unless it was deleted. */
export const Application = z.object({
  id: Id("client"),
  name: z.string(),
  description: z.string(),
  /** Whom it acts for: any member in their own account, or staff in the school. */
  audience: z.enum(audiences),
  /** Whether it has a secret to prove who it is. */
  confidential: z.boolean(),
  redirectUris: z.array(z.string()),
  /** Where it may send people after they signed out (OpenID Connect RP-Initiated Logout §3.1). */
  postLogoutRedirectUris: z.array(z.string()),
  /** A resource server of the site: it may introspect the tokens of every client. */
  introspectsAllTokens: z.boolean(),
  /** At most what it may be granted. */
  scopes: z.array(z.enum(scopeNames)),
  /** The address of its picture. */
  logo: z.string().nullable(),
  /** Until then the secret before the present one works too. */
  previousSecretExpiresAt: z.date().nullable(),
  version: z.number().int(),
  createdAt: z.date(),
});
export type Application = z.output<typeof Application>;

/** What PostgreSQL can keep and a page can show: no halves of a pair, no control characters but line ends. */
const text = (max: number, refused: RegExp) =>
  z
    .string()
    .trim()
    .max(max, `Expected at most ${max} characters.`)
    .refine((value) => value.isWellFormed() && !refused.test(value), {
      params: { code: "invalid_characters" },
      message: "It holds control characters.",
    });

const RedirectUri = z
  .string()
  .refine((uri) => [isHttpsRedirect, isLoopbackRedirect, isPrivateUseRedirect].some((is) => is(uri)), {
    params: { code: "invalid_redirect_uri" },
    error: ({ input }) =>
      flawOf(String(input)) ??
      "Expected https://…, http://127.0.0.1/… or com.example.app:/… as browsers write it, without fragment or user information.",
  });

/** What is decided when an application is made, and may be changed later. */
export const applicationFields = {
  name: text(100, unseen)
    .min(1, "An application needs a name.")
    .refine((name) => name === "" || nameFlaw(name) === undefined, {
      params: { code: "invalid_characters" },
      error: ({ input }) => `The name ${nameFlaw(String(input))}.`,
    }),
  description: text(1000, /[^\P{Cc}\n\r\t]/u),
  redirectUris: z
    .array(RedirectUri)
    .min(1, "Expected at least one redirect URI.")
    .max(20, "Expected at most 20 redirect URIs.")
    .transform((uris) => [...new Set(uris)]),
  postLogoutRedirectUris: z
    .array(RedirectUri)
    .max(20, "Expected at most 20 redirect URIs.")
    .transform((uris) => [...new Set(uris)])
    .default([]),
  introspectsAllTokens: z.boolean("Expected true or false.").default(false),
  scopes: z
    .array(z.enum(scopeNames))
    .min(1, "Expected at least one permission.")
    .transform((given) => scopeNames.filter((scope) => given.includes(scope))),
};

/** The scopes that an application of this audience can be given (contract §5.2.5), in the order of the table. */
export const scopesOfAudience = (audience: Audience) => scopeNames.filter((scope) => audienceMayHold(audience, scope));
