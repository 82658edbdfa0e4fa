import { scopeNames, scopes } from "#access/scopes.ts";
import type { Site } from "#domain/site/sites/site.ts";
import { plain, row } from "./markdown.ts";

/** `/auth.md`: how to get authorization, with the values of this site (contract §5). */
export const authDocument = ({ origin, name, settings }: Site): string => `# Authorization at ${plain(name)}

${origin} is its own OAuth 2.0 authorization server (OpenID Connect included). This page walks through it with the values of this site. Where it and the metadata differ, the metadata is right: ${origin}/.well-known/oauth-authorization-server

The flow is authorization code with PKCE, and \`code_challenge_method\` is \`S256\` only.

**Not supported:** the autonomous agent-auth extension (\`agent_auth\`, with \`identity_assertion\`, \`service_auth\` and an anonymous claim ceremony). Send no ID-JAG assertion, and call no \`identity_endpoint\` or \`register_uri\`. There is no claim step: a person signs in and allows the access in their browser.

## 1. Discover

| document | address |
| --- | --- |
| Protected resource (RFC 9728) | ${origin}/.well-known/oauth-protected-resource |
| Authorization server (RFC 8414) | ${origin}/.well-known/oauth-authorization-server |
| OpenID Connect | ${origin}/.well-known/openid-configuration |

The \`resource\` value (RFC 8707) is \`${origin}\`. Send it to the authorization endpoint and repeat it at the token endpoint.

## 2. Get a client

**A program on the person's own machine** registers itself, with loopback redirects only; the port may change from run to run:

\`\`\`sh
curl -sS ${origin}/api/oauth/register -H 'content-type: application/json' -d '{
  "client_name": "My program",
  "application_type": "native",
  "redirect_uris": ["http://127.0.0.1:8976/callback"],
  "token_endpoint_auth_method": "none"
}'
\`\`\`

With \`"token_endpoint_auth_method": "client_secret_post"\` the answer carries a \`client_secret\`, to be sent as a form field. HTTP Basic (\`client_secret_basic\`) is accepted as well; use one method per request. \`post_logout_redirect_uris\` follow the rules of \`redirect_uris\`. A \`scope\` in the request is not kept: what the client gets is decided each time it asks. The answer has a \`scope\` only where the client may ask for nothing else.

**A vendor's platform** with a fixed https callback registers by its \`client_name\`; it is answered with the platform's own \`client_id\` where this site has switched that integration on. Otherwise it is refused: \`invalid_redirect_uri\` for the callback, \`invalid_client_metadata\` for the name.

**An application with a Client ID Metadata Document** uses the https address of that document as its \`client_id\`. ${metadataDocuments(settings)}

**An application for members** (\`account:read\`, \`account:write\`) is registered by the people who run this site, in their admin area under Developers, OAuth applications. There is no self-serve route; asking for these scopes with another client is \`invalid_scope\`.

## 3. Authorize

Send the person's browser to:

\`\`\`
${origin}/oauth/authorize?response_type=code&client_id=CLIENT_ID
  &redirect_uri=http%3A%2F%2F127.0.0.1%3A8976%2Fcallback
  &scope=openid%20profile%20email&resource=${encodeURIComponent(origin)}
  &code_challenge=CHALLENGE&code_challenge_method=S256&state=STATE&nonce=NONCE
\`\`\`

They come back with \`code\`, \`state\` and \`iss\` (RFC 9207). Check that \`iss\` is \`${origin}\`. With \`response_mode=form_post\` the same values come as a form. \`state\` has at most 8,192 characters. \`prompt=select_account\` lets the person choose an account.

## 4. Exchange the code

\`\`\`sh
curl -sS ${origin}/api/oauth/token -d grant_type=authorization_code -d code=CODE \\
  -d redirect_uri=http://127.0.0.1:8976/callback -d client_id=CLIENT_ID \\
  -d code_verifier=VERIFIER -d resource=${origin}
\`\`\`

The answer holds an access token, a refresh token and what was granted in \`scope\`. ${idToken(origin, settings)}

## 5. Use the token

\`Authorization: Bearer ACCESS_TOKEN\` at:

| what | address |
| --- | --- |
| MCP server (public tools need no token) | ${origin}/mcp |
| Member API (GraphQL; \`account:read\`, mutations \`account:write\`) | ${origin}/member/graphql |
| Operator API | ${origin}/api/v1, described at ${origin}/openapi.json |
| UserInfo | ${origin}/api/oauth/userinfo |

A 401 \`invalid_token\` points to the protected-resource metadata; a 403 \`insufficient_scope\` names every scope that the call needs. A 403 \`role_required\` means that no role of the person gives a needed scope: authorizing again does not help.

## 6. Refresh and revoke

\`\`\`sh
curl -sS ${origin}/api/oauth/token -d grant_type=refresh_token -d refresh_token=REFRESH_TOKEN -d client_id=CLIENT_ID
curl -sS ${origin}/api/oauth/revoke -d token=TOKEN -d client_id=CLIENT_ID
\`\`\`

Each refresh token works once: keep the new one. ${grace(settings)} Revoking a refresh token ends its access tokens too.

When somebody loses the role that a scope came from, the refresh tokens that hold the scope end, and do not come back with the role: \`invalid_grant\`. Send the person through authorization again; they can give what their role still does. An access token goes on until its time is over, and is answered 403 \`role_required\` where the role no longer gives what the call needs.

## 7. Sign out

Send the person to ${origin}/oauth/logout with \`id_token_hint\` (an expired one is accepted), \`post_logout_redirect_uri\` and \`state\` (OpenID Connect RP-Initiated Logout 1.0). The address must equal one of your \`post_logout_redirect_uris\` exactly, registered or in your metadata document. The person confirms, unless the hint was issued to your client about the member who is signed in. Tokens stay valid: revoke them yourself.

## Scopes

| scope | allows |
| --- | --- |
${scopeNames.map((scope) => row(`\`${scope}\``, scopes[scope].means)).join("\n")}

A \`:write\` scope does not include the \`:read\` one. What a person's role here cannot give is left out of what is granted.

Errors, each with what it means and how to mend it: ${origin}/docs/errors
`;

function metadataDocuments({ openClientMetadataDocuments, clientMetadataHosts }: Site["settings"]): string {
  if (openClientMetadataDocuments) {
    return "This site takes them from any host. Until its people have reviewed one, it may ask for identity and read scopes only.";
  }
  if (clientMetadataHosts.length > 0) {
    return "This site takes them from the hosts that it knows. Until its people have reviewed one, it may ask for identity and read scopes only.";
  }
  return "This site takes none at present: `client_id_metadata_document_supported` is false.";
}

const grace = ({ refreshTokenGrace }: Site["settings"]): string =>
  refreshTokenGrace === 0
    ? "A second use ends all tokens of this authorization."
    : `For ${refreshTokenGrace} seconds after its first use, the same client can use it again, after a lost response or in a parallel request. A later use ends all tokens of this authorization.`;

const idToken = (origin: string, { signing }: Site["settings"]): string =>
  signing === "on"
    ? `With \`openid\` it also holds an \`id_token\`: ES256, \`iss\` ${origin}, \`aud\` your client_id, valid for 10 minutes, with your \`nonce\`; its key is at ${origin}/api/oauth/jwks.`
    : "This site signs no `id_token` at present: use UserInfo.";
