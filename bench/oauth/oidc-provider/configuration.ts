import type { JsonWebKey } from "node:crypto";
import type { Adapter } from "oidc-provider";

export interface Account {
  id: string;
  name: string;
  email: string;
  org_id: string;
  roles: string[];
}

const [hour, day] = [3600, 86_400];

/**
 * Configures oidc-provider for the same work as our server: the same lifetimes, scopes, claims, algorithm and
 * rotation, opaque tokens, and clients and accounts in the database. Disables features that would only cost time.
 */
export function configuration(options: {
  signingKey: JsonWebKey;
  adapter: (model: string) => Adapter;
  findAccount: (id: string) => Promise<Account | undefined>;
}): Record<string, unknown> {
  return {
    adapter: options.adapter,
    jwks: { keys: [options.signingKey] },
    scopes: ["openid", "profile", "email"],
    claims: { openid: ["sub"], profile: ["name", "picture", "org_id", "roles"], email: ["email"] },
    // The ID token contains the same claims as UserInfo, as in our server.
    conformIdTokenClaims: false,
    async findAccount(_context: unknown, id: string) {
      const account = await options.findAccount(id);
      if (!account) return undefined;
      const { name, email, org_id, roles } = account;
      return { accountId: id, claims: () => ({ sub: id, name, email, picture: null, org_id, roles }) };
    },
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_post"],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"], userinfoSigningAlgValues: ["ES256"] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    // Tokens outlive the browser session, so token checks do not read it.
    expiresWithSession: () => false,
    // Revoking a refresh token revokes its descendants, not the consent.
    revokeGrantPolicy: (context: { oidc: { route: string } }) => context.oidc.route !== "revocation",
    ttl: {
      AccessToken: 2 * hour,
      AuthorizationCode: 60,
      Grant: 60 * day,
      IdToken: 600,
      Interaction: 900,
      RefreshToken: 60 * day,
      Session: 30 * day,
    },
    features: {
      introspection: { enabled: true, allowedPolicy: ofOwnClient },
      revocation: { enabled: true, allowedPolicy: ofOwnClient },
      userinfo: { enabled: true },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
  };
}

const ofOwnClient = (_context: unknown, client: { clientId: string }, token: { clientId: string }) =>
  client.clientId === token.clientId;
