import { scopeNames, scopes } from "#access/scopes.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { plain, tableRow } from "../plain-markdown.ts";
import { readTemplate } from "#lib/text/read-template.ts";

const document = readTemplate(new URL("en-auth.md", import.meta.url));

/** `/auth.md`: authorization with the values of this site (contract §5). */
export const enAuth = ({ origin, name, settings }: Site): string =>
  document({
    origin,
    name: plain(name),
    resource: encodeURIComponent(origin),
    metadataDocuments: metadataDocuments(settings),
    idToken: idToken(origin, settings),
    grace: grace(settings),
    scopes: scopeNames.map((scope) => tableRow(`\`${scope}\``, scopes[scope].means)).join("\n"),
  });

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
