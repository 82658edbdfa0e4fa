import type { JsonWebKey } from "node:crypto";
import { scopeNames } from "#access/scopes.ts";

/** Documents of realistic size. */
export function documents({ kty, crv, x, y }: JsonWebKey): Record<"/discovery" | "/jwks", string> {
  const issuer = "http://localhost";
  return {
    "/discovery": JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      revocation_endpoint: `${issuer}/revocation`,
      introspection_endpoint: `${issuer}/introspection`,
      jwks_uri: `${issuer}/jwks`,
      scopes_supported: scopeNames,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
      id_token_signing_alg_values_supported: ["ES256"],
      authorization_response_iss_parameter_supported: true,
    }),
    "/jwks": JSON.stringify({ keys: [{ kty, crv, x, y, kid: "bench", alg: "ES256", use: "sig" }] }),
  };
}
