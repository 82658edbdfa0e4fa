import { insertIdentity } from "#domain/people/identity-providers/identities/queries.ts";
import { insertProvider } from "#domain/people/identity-providers/queries.ts";
import { beginRequest } from "#domain/people/identity-providers/requests.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { type AMember, type ASite, identities } from "../world.ts";

/** An identity provider of this name with an identity of the member. Returns its ID in API format. */
export async function insertIdentityProvider(site: ASite, { id: memberId }: AMember, name: string): Promise<string> {
  const context = { ...site.context(), identities };
  const id = newId();
  await insertProvider(
    context,
    {
      id,
      name: `${name} ID`,
      protocol: "openid",
      saml: null,
      preset: "other",
      issuer: "https://login.example",
      clientId: name,
      clientSecret: null,
      teamId: null,
      keyId: null,
      scopes: ["openid"],
      domains: [],
      groupsClaim: "groups",
      groupRoles: {},
      createsMembers: true,
      passwordsOff: false,
      active: true,
    },
    context.now,
  );
  await insertIdentity(context, { providerId: id, subject: name, memberId, email: null, linkedBy: "person" });
  const request = { purpose: "sign_in", sessionId: null, authorizationId: null, returnTo: null } as const;
  await beginRequest(context, id, { ...request, browser: "lbr_any" });
  return formatId("identityProvider", id);
}
