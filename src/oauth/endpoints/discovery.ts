import type { FastifyInstance } from "fastify";
import { acrValues } from "#access/authentication-classes.ts";
import { identityScopes, scopeNames } from "#access/scopes.ts";
import { locales } from "#domain/platform/site/locales.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { contextOf } from "#http/context.ts";
import type { ReadyResponses } from "#http/ready-responses.ts";
import type { KeyRing } from "../key-ring.ts";
import { admitsDocuments } from "../metadata-documents/admitted-hosts.ts";
import { responseModes } from "../response-mode.ts";
import { grantTypes } from "./token.ts";

const cacheable = "public, max-age=300";
/** Far shorter than the time for which a new key is published before it signs. */
const keySetCacheable = "public, max-age=300";

const json = "application/json; charset=utf-8";
const noKeys = JSON.stringify({ keys: [] });

/** Discovery documents, for clients that know only the origin. */
export function discoveryEndpoints(app: FastifyInstance, keyRing: KeyRing, ready: ReadyResponses): void {
  serve(app, ready, "/.well-known/oauth-authorization-server", authorizationServerMetadata);
  serve(app, ready, "/.well-known/openid-configuration", openidConfiguration);
  serve(app, ready, "/.well-known/oauth-protected-resource", protectedResourceMetadata);
  // Strict hosts require the document of the address that they call, with exactly that address (RFC 9728 §3.3).
  serveOne(app, ready, "/.well-known/oauth-protected-resource/mcp", (site) => ({
    ...protectedResourceMetadata(site),
    resource: `${site.origin}/mcp`,
  }));
  app.get("/api/oauth/jwks", async (request, reply) => {
    const { db, site, now } = contextOf(request);
    const body = site.settings.signing === "off" ? noKeys : await keyRing.publicKeySet({ db, site }, now);
    reply.header("cache-control", keySetCacheable).header("content-type", json);
    const isCurrent = (later: Date) => keyRing.knownKeySet(site, later) === body;
    ready.keep(request, reply, { site, body, ...(body !== noKeys && { isCurrent }) });
    return reply.send(body);
  });
}

type Describe = (site: Site) => object;

/** A document depends only on its site. */
function serveOne(app: FastifyInstance, ready: ReadyResponses, url: string, describe: Describe): void {
  app.get(url, (request, reply) => {
    const { site } = contextOf(request);
    const body = JSON.stringify(describe(site));
    reply.header("cache-control", cacheable).header("content-type", json);
    ready.keep(request, reply, { site, body });
    return reply.send(body);
  });
}

/** Serves a document, and a 404 for those of other paths. */
function serve(app: FastifyInstance, ready: ReadyResponses, url: string, describe: Describe): void {
  serveOne(app, ready, url, describe);
  // Clients look here first for the document of a path (RFC 8414 §3.1, RFC 9728 §3.1). The 404 carries CORS headers,
  // so that scripts can read it.
  app.get(`${url}/*`, (request, reply) =>
    reply
      .code(404)
      .header("cache-control", "no-store")
      .send({
        error: "not_found",
        error_description: `Paths have no documents of their own. The document of this origin is at ${url}.`,
        request_id: request.id,
      }),
  );
}

/** RFC 8414 §2 */
function authorizationServerMetadata(site: Site) {
  const { origin, settings } = site;
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/api/oauth/token`,
    userinfo_endpoint: `${origin}/api/oauth/userinfo`,
    revocation_endpoint: `${origin}/api/oauth/revoke`,
    introspection_endpoint: `${origin}/api/oauth/introspect`,
    registration_endpoint: `${origin}/api/oauth/register`,
    ...(settings.signing !== "off" && { jwks_uri: `${origin}/api/oauth/jwks` }),
    scopes_supported: scopeNames,
    response_types_supported: ["code"],
    response_modes_supported: responseModes,
    grant_types_supported: grantTypes,
    // Some clients (Apache's mod_auth_openidc) use the first method of the list.
    token_endpoint_auth_methods_supported: ["client_secret_post", "none"],
    revocation_endpoint_auth_methods_supported: ["client_secret_post", "none"],
    introspection_endpoint_auth_methods_supported: ["client_secret_post"],
    // Registered by OpenID Connect Discovery. Some clients read this document only (RFC 8414 §2).
    ...(settings.signing === "on" && { id_token_signing_alg_values_supported: ["ES256"] }),
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: admitsDocuments(site),
    prompt_values_supported: ["none", "login", "consent", "select_account"],
    ui_locales_supported: locales,
    service_documentation: `${origin}/auth.md`,
  };
}

const claims = ["sub", "email", "email_verified", "name", "picture", "org_id", "roles"];
const idTokenClaims = ["iss", "aud", "exp", "iat", "nonce", "auth_time", "acr", "amr", "at_hash"];

/** OpenID Connect Discovery §3 */
function openidConfiguration(site: Site) {
  return {
    ...authorizationServerMetadata(site),
    subject_types_supported: ["public"],
    claims_supported: [...claims, ...idTokenClaims],
    claim_types_supported: ["normal"],
    acr_values_supported: acrValues,
    // OpenID Connect RP-Initiated Logout §2.1
    end_session_endpoint: `${site.origin}/oauth/logout`,
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}

/** RFC 9728 §2. Clients request every scope listed here, so that only these are listed. */
function protectedResourceMetadata({ origin, name }: Site) {
  return {
    resource: origin,
    resource_name: name,
    authorization_servers: [origin],
    scopes_supported: identityScopes,
    bearer_methods_supported: ["header"],
  };
}
