import * as z from "zod";
import { nameFlaw } from "#lib/text/visible-name.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { flawOf, isHttpsRedirect, isLoopbackRedirect } from "../redirect-uri.ts";
import { DocumentError } from "./document-error.ts";

export interface ClientDocument {
  name: string;
  redirectUris: string[];
  /** Allowed redirect targets after sign-out (OpenID Connect RP-Initiated Logout 1.0 §3.1). */
  postLogoutRedirectUris: string[];
}

/** An empty name counts as absent. */
const isVisibleOrEmpty = (name: string) => name === "" || nameFlaw(name) === undefined;
const describeNameFlaw = { error: ({ input }: { input?: unknown }) => nameFlaw(String(input)) };

/** RFC 7591 §2, with the restrictions of Client ID Metadata Document §4; unknown fields are ignored. */
const Fields = z.object({
  client_id: z.string(),
  client_name: z.string().trim().max(200).refine(isVisibleOrEmpty, describeNameFlaw).nullish(),
  redirect_uris: z.array(z.string()).min(1).max(20),
  post_logout_redirect_uris: z.array(z.string()).max(20).nullish(),
  // Defaults to none: RFC 7591's own default is forbidden by §4.1.
  token_endpoint_auth_method: z.literal("none", "must be none: clients with a metadata document are public").nullish(),
  grant_types: z.array(z.string()).max(20).nullish(),
  response_types: z.array(z.string()).max(20).nullish(),
  jwks: z
    .object({ keys: z.array(z.record(z.string(), z.unknown())) })
    .optional()
    .catch(undefined),
});

/** Parses the document of a client_id. URLs in it, such as logos and keys, are never fetched. */
export function readDocument(clientId: string, text: string): ClientDocument {
  const json = parse(text);
  const secret = Object.keys(json).find((name) => name.startsWith("client_secret"));
  if (secret !== undefined) throw new DocumentError(`it must not contain ${secret}: the document is public`);
  const result = Fields.safeParse(json);
  if (!result.success) throw new DocumentError(describe(firstIssue(result.error)));

  const { client_id, client_name, redirect_uris, grant_types, response_types, jwks } = result.data;
  const postLogoutRedirectUris = [...new Set(result.data.post_logout_redirect_uris)];
  if (client_id !== clientId) throw new DocumentError("its client_id must equal its own URL exactly");
  if (grant_types && !grant_types.includes("authorization_code")) {
    throw new DocumentError("its grant_types must include authorization_code");
  }
  if (response_types && !response_types.includes("code")) {
    throw new DocumentError("its response_types must include code");
  }
  if (jwks?.keys.some((key) => "d" in key || "k" in key)) throw new DocumentError("its jwks contains a private key");
  const { host } = new URL(clientId);
  requireOwnRedirects(host, "redirect_uris", redirect_uris);
  requireOwnRedirects(host, "post_logout_redirect_uris", postLogoutRedirectUris);
  return { name: client_name || host, redirectUris: [...new Set(redirect_uris)], postLogoutRedirectUris };
}

function parse(text: string): object {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === "object" && json !== null && !Array.isArray(json)) return json;
  } catch {
    throw new DocumentError("it is not JSON");
  }
  throw new DocumentError("it is not a JSON object");
}

const describe = ({ path, message }: z.core.$ZodIssue) => `${path.join(".")}: ${message}`;

/** Contract §5.2.3: redirect URIs must be on the document's exact host and port, or on loopback. */
function requireOwnRedirects(host: string, field: string, redirectUris: readonly string[]): void {
  const isOwn = (uri: string) => isHttpsRedirect(uri) && new URL(uri).host === host;
  const foreign = redirectUris.entries().find(([, uri]) => !isOwn(uri) && !isLoopbackRedirect(uri));
  if (!foreign) return;
  const [index, uri] = foreign;
  const flaw = flawOf(uri);
  throw new DocumentError(
    `${flaw === undefined ? "" : `${field}.${index}: ${flaw} `}every one of its ${field} must be at https://${host}/ or a loopback address`,
  );
}
