import type { Acr } from "#access/authentication-classes.ts";
import type { Scope } from "#access/scopes.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { type Client, clientIdOf } from "./clients/client.ts";
import { requireOwnName } from "./clients/client-name.ts";
import { OAuthError, invalidRequest } from "./error.ts";
import { decodeForm, octetsOf, type Parameters, requireText } from "./form.ts";
import { readIdTokenHint } from "./id-token-hint.ts";
import { isChallenge } from "./pkce.ts";
import { parseAcrValues, type Prompt, parseMaxAge, parsePrompt } from "./prompt.ts";
import { matchesRegistered } from "./redirect-uri.ts";
import { requestedScopes } from "./requested-scopes.ts";
import { isToolServer, requireOwnResource } from "./resource.ts";
import { requireResponseMode, type ResponseMode, responseModeOf, survivesForm } from "./response-mode.ts";
import type { PublicJwk } from "./signing-key.ts";

/** A valid request at the authorization endpoint (RFC 6749 §4.1.1). */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  redirectUriNamed: boolean;
  /** Requested scopes that the client may hold. The member's roles narrow them further. */
  scopes: Scope[];
  /** Percent-encoded, so that it is returned octet by octet. */
  state: string | null;
  responseMode: ResponseMode;
  nonce: string | null;
  codeChallenge: string;
  resourceNamed: boolean;
  /** True if the resource is an address of the MCP server. */
  asksForTools: boolean;
  prompt: Prompt[];
  /** Maximum seconds since the member last authenticated. */
  maxAge: number | null;
  /** Requested authentication context classes. Absent in requests that an older process stored. */
  acrValues?: Acr[];
  loginHint: string | null;
  /** The member from the client's `id_token_hint`; no other member may answer. */
  hintedMember: string | null;
  uiLocales: string | null;
  /** The member chosen on the page for `prompt=select_account`. */
  selectedMember: string | null;
}

/** The redirect target of a response, known before the rest of the request is validated. */
export interface Callback {
  redirectUri: string;
  /** Percent-encoded. */
  state: string | null;
  responseMode?: ResponseMode;
}

/** An error that is sent to the client by redirect. All other errors are shown to the user on a page. */
export class RedirectedError extends Error {
  readonly error: OAuthError;
  readonly callback: Callback;
  readonly client: Client;

  constructor(error: OAuthError, callback: Callback, client: Client) {
    super(error.message);
    this.name = "RedirectedError";
    this.error = error;
    this.callback = callback;
    this.client = client;
  }
}

/** Maximum request length in characters, far above real ones. */
const maxLength = 65_536;
const maxParameterLength = 2000;
/** An id_token contains a name and the URL of a picture. */
const maxHintLength = 8000;
/** Some clients store a signed and encrypted session in it. */
const maxStateLength = 8192;

const maxLengths: Readonly<Record<string, number>> = { id_token_hint: maxHintLength, state: maxStateLength };

/** The recognized parameters. All others are ignored, whatever their value (RFC 6749 §3.1). */
export const recognized: ReadonlySet<string> = new Set([
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "max_age",
  "acr_values",
  "login_hint",
  "id_token_hint",
  "ui_locales",
]);

/** Lookups that run only if the request needs them. */
interface Lookups {
  findClient: (clientId: string) => Promise<Client | undefined>;
  hintKeys: () => Promise<PublicJwk[]>;
}

/**
 * Validates in the order of RFC 6749 §4.1.2.1: client and redirect URI first, because no error may be redirected
 * before.
 */
export async function readAuthorizationRequest(
  site: Site,
  encoded: string,
  { findClient, hintKeys }: Lookups,
): Promise<{ client: Client; request: AuthorizationRequest }> {
  if (encoded.length > maxLength) throw invalidRequest("The request is too long.");
  const { parameters, repeated, resources } = decodeForm(encoded);
  const client = await requireClient(site, parameters, repeated, findClient);
  const redirectUri = requireRedirectUri(client, parameters, repeated);
  const responseMode = responseModeOf(parameters, redirectUri);
  const isReturnable = !repeated.has("state") && (responseMode === "query" || isFormState(parameters));
  const callback = { redirectUri, state: isReturnable ? stateOf(parameters, encoded) : null, responseMode };
  try {
    requireSound(parameters, repeated);
    requireResponseMode(parameters, redirectUri);
    if (!isReturnable) throw invalidRequest("With response_mode=form_post, state must be text without line breaks.");
    requireOwnResource(resources, site.origin);
    const prompt = parsePrompt(parameters.get("prompt"));
    const hint = parameters.get("id_token_hint");
    const request = {
      ...callback,
      clientId: client.id,
      redirectUriNamed: parameters.has("redirect_uri"),
      scopes: requestedScopes(client, parameters.get("scope")),
      nonce: parameters.get("nonce") ?? null,
      codeChallenge: requireChallenge(parameters),
      resourceNamed: resources.length > 0,
      asksForTools: resources.some((resource) => isToolServer(resource, site.origin)),
      prompt,
      maxAge: parseMaxAge(parameters.get("max_age")),
      acrValues: parseAcrValues(parameters.get("acr_values")),
      loginHint: parameters.get("login_hint") ?? null,
      hintedMember: hint === undefined ? null : hintedMember(site, client, await hintKeys(), hint, prompt),
      uiLocales: parameters.get("ui_locales") ?? null,
      selectedMember: null,
    };
    return { client, request };
  } catch (error) {
    throw error instanceof OAuthError ? new RedirectedError(error, callback, client) : error;
  }
}

const isFormState = (parameters: Parameters): boolean => survivesForm(parameters.get("state") ?? "");

/** Decoding replaces invalid UTF-8 with U+FFFD; the original octets are then read again. */
function stateOf(parameters: Parameters, encoded: string): string | null {
  const state = parameters.get("state");
  if (state === undefined) return null;
  return state.includes("\ufffd") ? octetsOf(encoded, "state") : encodeURIComponent(state);
}

async function requireClient(
  site: Site,
  parameters: Parameters,
  repeated: ReadonlySet<string>,
  findClient: (clientId: string) => Promise<Client | undefined>,
): Promise<Client> {
  if (repeated.has("client_id")) throw invalidRequest("client_id occurs more than once.");
  const clientId = parameters.get("client_id");
  if (clientId === undefined) throw invalidRequest("client_id is missing.");
  const client = await findClient(clientId);
  if (!client) throw new OAuthError("invalid_client", "The client_id is unknown at this site.");
  requireOwnName(site, client);
  return client;
}

function requireRedirectUri(client: Client, parameters: Parameters, repeated: ReadonlySet<string>): string {
  if (repeated.has("redirect_uri")) throw invalidRequest("redirect_uri occurs more than once.");
  const requested = parameters.get("redirect_uri");
  if (requested !== undefined) {
    if (matchesRegistered(client.redirectUris, requested)) return requested;
    throw invalidRequest(
      `redirect_uri is not registered for ${clientIdOf(client)}. Redirect URIs are compared exactly.`,
    );
  }
  const [only, ...others] = client.redirectUris;
  if (only !== undefined && others.length === 0) return only;
  throw invalidRequest("redirect_uri is missing: this client has registered several.");
}

function requireSound(parameters: Parameters, repeated: ReadonlySet<string>): void {
  const [twice] = repeated;
  if (twice !== undefined) throw invalidRequest(`The parameter ${twice} occurs more than once. Send it once.`);
  if (parameters.has("request")) throw new OAuthError("request_not_supported", "Request objects are not supported.");
  if (parameters.has("request_uri")) {
    throw new OAuthError("request_uri_not_supported", "request_uri is not supported: send the parameters directly.");
  }
  for (const [name, value] of parameters) {
    if (!recognized.has(name)) continue;
    if (name !== "state") requireText(name, value);
    const maxLength = maxLengths[name] ?? maxParameterLength;
    if (value.length > maxLength) throw invalidRequest(`The parameter ${name} is longer than ${maxLength} characters.`);
  }
  const responseType = parameters.get("response_type");
  if (responseType === undefined) throw invalidRequest("response_type is missing: it must be code.");
  if (responseType !== "code") {
    throw new OAuthError("unsupported_response_type", "response_type must be code.");
  }
}

/**
 * Returns the member named by an id_token_hint for this client. Null if its key was withdrawn: the request continues
 * without a hint, but is never answered without a page.
 */
function hintedMember(
  site: Site,
  client: Client,
  keys: readonly PublicJwk[],
  encoded: string,
  prompt: readonly Prompt[],
): string | null {
  const hint = readIdTokenHint(site, keys, encoded);
  if (hint && hint.audience !== clientIdOf(client)) {
    throw invalidRequest("id_token_hint was not issued to this client. Send an id_token of this client, or omit it.");
  }
  if (!hint && prompt.includes("none")) {
    throw new OAuthError("login_required", "The key of id_token_hint was withdrawn: it does not identify the person.");
  }
  return hint?.memberId ?? null;
}

/** PKCE is required of every client, by S256 alone (contract §5.1, RFC 9700 §2.1.1). */
function requireChallenge(parameters: Parameters): string {
  const challenge = parameters.get("code_challenge");
  if (challenge === undefined) throw invalidRequest("code_challenge is missing: PKCE is required (RFC 7636).");
  if (parameters.get("code_challenge_method") !== "S256") {
    throw invalidRequest("code_challenge_method must be S256; plain is not supported.");
  }
  if (!isChallenge(challenge)) throw invalidRequest("code_challenge must be the base64url SHA-256 of the verifier.");
  return challenge;
}
