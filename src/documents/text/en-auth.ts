import { scopeNames, scopes } from "#access/scopes.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { plain, row } from "../plain-markdown.ts";

/** `/auth.md`: authorization with the values of this site (contract §5). */
export const enAuth = ({ origin, name, settings }: Site): string => `# Authorization at ${plain(name)}

${origin} is its own OAuth 2.0 authorization server, with OpenID Connect. This page explains the flow with the values of this site. If it differs from the metadata, the metadata applies: ${origin}/.well-known/oauth-authorization-server

**Scripts of the school itself** need no flow: see [API keys](#api-keys).

The flow is authorization code with PKCE, and \`code_challenge_method\` is \`S256\` only.

**Not supported:** the autonomous agent-auth extension (\`agent_auth\`, with \`identity_assertion\`, \`service_auth\` and an anonymous claim ceremony). Do not send an ID-JAG assertion, and do not call an \`identity_endpoint\` or \`register_uri\`. There is no claim step: a person signs in and grants access in their browser.

## 1. Discover

| document | URL |
| --- | --- |
| Protected resource (RFC 9728) | ${origin}/.well-known/oauth-protected-resource |
| Authorization server (RFC 8414) | ${origin}/.well-known/oauth-authorization-server |
| OpenID Connect | ${origin}/.well-known/openid-configuration |

The \`resource\` value (RFC 8707) is \`${origin}\`. Send it to the authorization endpoint and repeat it at the token endpoint.

## 2. Get a client

**A program on the person's own machine** registers itself, with loopback redirects only. The port may change with each run:

\`\`\`sh
curl -sS ${origin}/api/oauth/register -H 'content-type: application/json' -d '{
  "client_name": "My program",
  "application_type": "native",
  "redirect_uris": ["http://127.0.0.1:8976/callback"],
  "token_endpoint_auth_method": "none"
}'
\`\`\`

With \`"token_endpoint_auth_method": "client_secret_post"\` the response contains a \`client_secret\`. Send it as a form field. HTTP Basic (\`client_secret_basic\`) also works; use one method per request. \`post_logout_redirect_uris\` follow the rules of \`redirect_uris\`. A \`scope\` in the request is not stored: scopes are granted with each authorization. The response contains a \`scope\` only if the client is restricted to it.

**A vendor's platform** with a fixed https callback registers by its \`client_name\`. If this site has enabled the integration, the response contains the platform's own \`client_id\`. Otherwise registration fails: \`invalid_redirect_uri\` for the callback, \`invalid_client_metadata\` for the name.

**An application with a Client ID Metadata Document** uses the https URL of that document as its \`client_id\`. ${metadataDocuments(settings)}

**An application for members** (\`account:read\`, \`account:write\`) is created by the administrators of this site, in the admin area under Developers, OAuth applications. There is no self-service registration. Requests for these scopes from other clients fail with \`invalid_scope\`.

## 3. Authorize

Send the person's browser to:

\`\`\`
${origin}/oauth/authorize?response_type=code&client_id=CLIENT_ID
  &redirect_uri=http%3A%2F%2F127.0.0.1%3A8976%2Fcallback
  &scope=openid%20profile%20email&resource=${encodeURIComponent(origin)}
  &code_challenge=CHALLENGE&code_challenge_method=S256&state=STATE&nonce=NONCE
\`\`\`

The browser returns with \`code\`, \`state\` and \`iss\` (RFC 9207). Check that \`iss\` is \`${origin}\`. With \`response_mode=form_post\` the same values are posted as a form. \`state\` has at most 8,192 characters. \`prompt=select_account\` lets the person choose an account.

## 4. Exchange the code

\`\`\`sh
curl -sS ${origin}/api/oauth/token -d grant_type=authorization_code -d code=CODE \\
  -d redirect_uri=http://127.0.0.1:8976/callback -d client_id=CLIENT_ID \\
  -d code_verifier=VERIFIER -d resource=${origin}
\`\`\`

The response contains an access token, a refresh token and the granted \`scope\`. ${idToken(origin, settings)}

## 5. Use the token

\`Authorization: Bearer ACCESS_TOKEN\` at:

| resource | URL |
| --- | --- |
| MCP server (public tools need no token) | ${origin}/mcp |
| MCP server for hosts that sign in on the first request (401 without a token) | ${origin}/mcp/connect |
| Member API (GraphQL; \`account:read\`, mutations \`account:write\`) | ${origin}/member/graphql |
| Operator API | ${origin}/api/v1, described at ${origin}/openapi.json |
| UserInfo | ${origin}/api/oauth/userinfo |

Configuration of Claude, ChatGPT, Cursor, VS Code and other hosts of MCP servers: ${origin}/docs/guides/connect-an-agent.md. Staff find it for this site in the admin area under Developers, Connect an agent.

A 401 \`invalid_token\` links to the protected-resource metadata. A 403 \`insufficient_scope\` names every scope that the call needs. A 403 \`role_required\` means that no role of the person gives a needed scope: authorizing again does not help. A 401 \`insufficient_user_authentication\` asks for a stronger or more recent sign-in (RFC 9470): authorize again with its \`acr_values\` and \`max_age\`. A refresh does not help.

## 6. Refresh and revoke

\`\`\`sh
curl -sS ${origin}/api/oauth/token -d grant_type=refresh_token -d refresh_token=REFRESH_TOKEN -d client_id=CLIENT_ID
curl -sS ${origin}/api/oauth/revoke -d token=TOKEN -d client_id=CLIENT_ID
\`\`\`

Each refresh token works once: store the new one. ${grace(settings)} Revoking a refresh token also revokes its access tokens.

When a person loses the role that gives a scope, refresh tokens with that scope are revoked (\`invalid_grant\`), and stay revoked if the role returns. Send the person through authorization again to get the scopes that their roles still give. An access token stays valid until it expires, but calls that need a lost scope fail with 403 \`role_required\`.

## 7. Sign out

Send the person to ${origin}/oauth/logout with \`id_token_hint\` (it may have expired), \`post_logout_redirect_uri\` and \`state\` (OpenID Connect RP-Initiated Logout 1.0). The redirect URI must exactly equal one of your \`post_logout_redirect_uris\`, registered or in your metadata document. The person confirms, unless the hint was issued to your client for the signed-in member. Tokens stay valid: revoke them separately.

## API keys

Owners and managers create keys for the school’s own scripts in the admin area under Developers, API keys, or with \`lectern key create\`. A key has the prefix \`lak_\`, belongs to one member and this site, and expires. Send it like an access token:

\`\`\`sh
curl -sS "${origin}/api/v1/courses?limit=5" -H "Authorization: Bearer $LECTERN_API_KEY"
\`\`\`

It works at ${origin}/api/v1 and ${origin}/mcp, with its scopes as far as the member’s roles currently give them. It never holds \`openid\`, \`profile\`, \`email\` or \`account:*\`, and OAuth endpoints do not accept it. A resource server of this site can introspect it. A revoked key fails at the next request.

People sign in from a terminal with \`lectern login ${origin}\`, and call the API with \`lectern api GET /courses\`.

## Scopes

| scope | allows |
| --- | --- |
${scopeNames.map((scope) => row(`\`${scope}\``, scopes[scope].means)).join("\n")}

The name \`default\` requests every identity and read scope of this table that your client can get; the response contains the scopes by name. A challenge of ${origin}/mcp/connect contains it, because it suits applications for members and for staff.

A \`:write\` scope does not include the \`:read\` scope. Scopes that the person's roles do not give are not granted.

Errors and how to fix them: ${origin}/docs/errors

Guides with code samples: ${origin}/docs.md

How agents work with this school: ${origin}/skill.md
`;

function metadataDocuments({ openClientMetadataDocuments, clientMetadataHosts }: Site["settings"]): string {
  if (openClientMetadataDocuments) {
    return "This site accepts them from any host. Until an administrator of the site has reviewed a client, it can request identity and read scopes only.";
  }
  if (clientMetadataHosts.length > 0) {
    return "This site accepts them from listed hosts. Until an administrator of the site has reviewed a client, it can request identity and read scopes only.";
  }
  return "This site currently accepts none: `client_id_metadata_document_supported` is false.";
}

const grace = ({ refreshTokenGrace }: Site["settings"]): string =>
  refreshTokenGrace === 0
    ? "A second use revokes all tokens of this authorization."
    : `For ${refreshTokenGrace} seconds after its first use, the same client can use it again, after a lost response or in a parallel request. Of the tokens issued meanwhile, store the latest: the first refresh token that is used ends the others. A later use revokes all tokens of this authorization.`;

const idToken = (origin: string, { signing }: Site["settings"]): string =>
  signing === "on"
    ? `With \`openid\` it also contains an \`id_token\`: ES256, \`iss\` ${origin}, \`aud\` your client_id, valid for 10 minutes, with your \`nonce\`; its key is at ${origin}/api/oauth/jwks.`
    : "This site currently issues no `id_token`: use UserInfo.";
