import * as z from "zod";
import type { TokenCaller } from "#access/caller.ts";
import { narrowToRoles, roles } from "#access/roles.ts";
import { scopeNames } from "#access/scopes.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { forBearers, operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";

const Me = z
  .object({
    object: z.literal("me"),
    kind: z.enum(["access_token", "api_key"]).describe("The credential of the request."),
    scopes: z
      .array(z.enum(scopeNames))
      .describe("The scopes that requests can use now: those of the credential that the roles of the member give."),
    expiresAt: Instant.describe("When the credential expires. An access token is renewed with its refresh token."),
    client: z
      .object({ id: z.string().describe("The `client_id` of OAuth requests."), name: z.string() })
      .nullable()
      .describe("The application that the member authorized. Null for an API key."),
    apiKey: z
      .object({ id: Id("apiKey"), name: z.string(), ending: z.string().describe("The last characters of the key.") })
      .nullable()
      .describe("Null for an access token."),
    member: z
      .object({
        id: Id("member"),
        name: z.string().nullable().describe("Null without the scope `profile` or `members:read`."),
        email: z
          .string()
          .nullable()
          .describe("Null without the scope `email` or `members:read`, and while it is not verified."),
        roles: z
          .array(z.enum(roles))
          .nullable()
          .describe("Null for an access token without the scope `profile` or `members:read`."),
      })
      .describe("The member for whom requests are made."),
    school: z.object({ id: Id("site"), name: z.string(), url: z.string() }),
  })
  .meta({ id: "Me" });

export const getMe = operation({
  name: "getMe",
  summary: "Retrieve the credential of the request",
  description:
    "Shows for whom and with which scopes requests are made. Every valid access token and API key can use it. " +
    "A credential that is expired or revoked gets 401.",
  reads: forBearers,
  input: z.object({}),
  output: Me,
  async run(context) {
    const caller = requireCredential(context);
    const { kind, expiresAt } = caller.credential;
    const { id, name, origin: url } = context.site;
    const profile = await find(context, caller);
    const { clientName, metadataUrl, keyName, ending } = profile;
    return {
      object: "me" as const,
      kind,
      scopes: narrowToRoles(
        caller.roles,
        scopeNames.filter((scope) => caller.scopes.has(scope)),
      ),
      expiresAt,
      client: kind === "api_key" ? null : { id: metadataUrl ?? formatId("client", caller.clientId), name: clientName },
      apiKey: keyName === null || ending === null ? null : { id: caller.grantId, name: keyName, ending },
      member: {
        id: caller.memberId,
        name: holdsOneOf(caller, "profile") ? profile.name : null,
        email: holdsOneOf(caller, "email") ? profile.email : null,
        roles: kind === "api_key" || holdsOneOf(caller, "profile") ? [...caller.roles] : null,
      },
      school: { id, name, url },
    };
  },
});

function requireCredential({ caller }: Context): TokenCaller & Required<Pick<TokenCaller, "credential">> {
  if (caller.kind !== "token" || !caller.credential) {
    throw new Problem("invalid_token", "An access token or API key is required.");
  }
  return { ...caller, credential: caller.credential };
}

/** Staff who may read members may read themselves. Others need the scope of the claim. */
const holdsOneOf = (caller: TokenCaller, scope: "profile" | "email"): boolean =>
  holdsScope(caller, scope) || holdsScope(caller, "members:read");

interface Found {
  clientName: string;
  metadataUrl: string | null;
  keyName: string | null;
  ending: string | null;
  name: string | null;
  /** Null while it is not verified. */
  email: string | null;
}

const find = ({ db, site }: SiteScope, { clientId, memberId, grantId }: TokenCaller): Promise<Found> => db.one<Found>`
  select clients.name as client_name, clients.metadata_url, api_keys.name as key_name, api_keys.ending,
         members.name,
         case when accounts.email_verified_at is not null then accounts.email end as email
    from clients
    join members on members.site_id = clients.site_id and members.id = ${memberId}
    join accounts on accounts.id = members.account_id
    left join api_keys on api_keys.site_id = clients.site_id and api_keys.id = ${grantId}
   where clients.site_id = ${site.id} and clients.id = ${clientId}`;
