import * as z from "zod";
import { unseen } from "#lib/text/one-line.ts";
import { nameFlaw } from "#lib/text/visible-name.ts";
import { scopeNames } from "#access/scopes.ts";
import { Id } from "#domain/platform/ids.ts";
import { audienceMayHold } from "../clients/client.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import { flawOf, isHttpsRedirect, isLoopbackRedirect, isPrivateUseRedirect } from "../redirect-uri.ts";

export const audiences = ["member", "operator"] as const satisfies readonly Audience[];

/** An OAuth client created by the site's operators, as shown to them. It is active until it is deleted. */
export const Application = z.object({
  id: Id("client"),
  name: z.string(),
  description: z.string(),
  /** Whom the client acts for: any member in their own account, or staff at the school. */
  audience: z.enum(audiences),
  /** True if the client authenticates with a secret. */
  confidential: z.boolean(),
  redirectUris: z.array(z.string()),
  /** Allowed redirect targets after sign-out (OpenID Connect RP-Initiated Logout §3.1). */
  postLogoutRedirectUris: z.array(z.string()),
  /** A resource server of the site: it may introspect the tokens of every client. */
  introspectsAllTokens: z.boolean(),
  /** The scopes it may be granted at most. */
  scopes: z.array(z.enum(scopeNames)),
  /** The URL of its logo. */
  logo: z.string().nullable(),
  /** Until then, the previous secret works too. */
  previousSecretExpiresAt: z.date().nullable(),
  version: z.number().int(),
  createdAt: z.date(),
});
export type Application = z.output<typeof Application>;

/** Text that PostgreSQL can store and a page can show: no lone surrogates, no control characters except line breaks. */
const text = (max: number, refused: RegExp) =>
  z
    .string()
    .trim()
    .max(max, `Expected at most ${max} characters.`)
    .refine((value) => value.isWellFormed() && !refused.test(value), {
      params: { code: "invalid_characters" },
      message: "The text contains control characters.",
    });

const RedirectUri = z
  .string()
  .refine((uri) => [isHttpsRedirect, isLoopbackRedirect, isPrivateUseRedirect].some((is) => is(uri)), {
    params: { code: "invalid_redirect_uri" },
    error: ({ input }) =>
      flawOf(String(input)) ??
      "Expected https://…, http://127.0.0.1/… or com.example.app:/… in normalized form, without fragment or user information.",
  });

/** Fields set at creation that can be changed later. */
export const applicationFields = {
  name: text(100, unseen)
    .min(1, "An application requires a name.")
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
    .transform((scopes) => scopeNames.filter((scope) => scopes.includes(scope))),
};

/** Returns the scopes that an application of this audience may be given (contract §5.2.5), in table order. */
export const scopesOfAudience = (audience: Audience) => scopeNames.filter((scope) => audienceMayHold(audience, scope));
