import type { Configuration, ServerMetadata } from "openid-client";
import { LRUCache } from "lru-cache";
import type { Context } from "#domain/platform/context.ts";
import { isOnThisMachine } from "#lib/outbound/host-of-url.ts";
import { open } from "#lib/secrets/sealed-box.ts";
import { mayReachThisMachine, requireIdentities } from "../identity-system.ts";
import { dialects } from "../dialect.ts";
import { boxOfSecret, type IdentityProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { signClientSecret } from "../signing-key.ts";
import { asProviderError } from "./as-provider-error.ts";
import { fetchFor } from "./fetch-provider.ts";
import { signatureAlgorithms } from "./token-signatures.ts";

/** Is loaded with the first use of a provider: schools without one do without. */
const loadLibrary = () => import("openid-client");

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** A provider as the client library uses it. The key set is read again with each client, so that keys can rotate. */
export interface ProviderClient {
  library: Library;
  configuration: Configuration;
}

const clockToleranceSeconds = 30;

/** Discovery documents of the last minute, so that a class that signs in asks once. */
const documents = new LRUCache<string, ServerMetadata>({ max: 200, ttl: 60_000 });

/** Discovers the provider (OpenID Connect Discovery 1.0 §4). Throws ProviderError. */
export async function openClient(context: Context, provider: IdentityProvider): Promise<ProviderClient> {
  const { issuer, clientId } = provider;
  if (clientId === "") throw new ProviderError("invalid", "The client ID is missing.");
  const library = await loadLibrary();
  const key = `${context.site.id}\n${issuer}`;
  const isLocal = isOnThisMachine(issuer) && mayReachThisMachine(requireIdentities(context), context.site);
  const document = documents.get(key) ?? (await discover(context, library, provider, isLocal));
  documents.set(key, document);
  const metadata = { [library.clockTolerance]: clockToleranceSeconds };
  const { sharesKey } = dialects[provider.preset];
  const accepted = { id_token_signing_alg_values_supported: ["HS256", ...signatureAlgorithms] };
  const configuration = new library.Configuration(
    sharesKey ? { ...document, ...accepted } : document,
    clientId,
    metadata,
    authenticate(context, library, provider, document),
  );
  configuration[library.customFetch] = fetchFor(context);
  // The signature is checked although the token arrives over TLS (OpenID Connect Core §3.1.3.7). The library knows no
  // shared secrets: `requireSignature` checks those.
  if (!sharesKey) library.enableNonRepudiationChecks(configuration);
  // Only providers on this machine, whose addresses the fetch restricts, use http.
  if (isLocal) library.allowInsecureRequests(configuration);
  return { library, configuration };
}

async function discover(
  context: Context,
  library: Library,
  { issuer, clientId }: IdentityProvider,
  isLocal: boolean,
): Promise<ServerMetadata> {
  try {
    const found = await library.discovery(new URL(issuer), clientId, undefined, undefined, {
      [library.customFetch]: fetchFor(context),
      execute: isLocal ? [library.allowInsecureRequests] : [],
    });
    const metadata = found.serverMetadata();
    requireUsable(metadata, isLocal);
    return metadata;
  } catch (error) {
    throw asProviderError(library, error);
  }
}

/** A document that passes names every endpoint of a sign-in. Browsers are sent to the first one. */
function requireUsable(metadata: ServerMetadata, isLocal: boolean): void {
  const { authorization_endpoint: authorization = "", token_endpoint: token = "", jwks_uri: keys = "" } = metadata;
  for (const address of [authorization, token, keys]) {
    const url = URL.parse(address);
    if (url?.protocol === "https:" || (isLocal && url?.protocol === "http:" && isOnThisMachine(address))) continue;
    throw new ProviderError("invalid", "The discovery document lacks an address of https.");
  }
}

/** Returns the secret of the client, or the key that signs it. Undefined for a public client. */
export function secretOf(context: Context, { id, clientSecret }: IdentityProvider): string | undefined {
  if (clientSecret === null) return undefined;
  return open(requireIdentities(context).key, clientSecret, boxOfSecret(context.site.id, id)).toString();
}

/** Chooses a method that the provider supports. The default is client_secret_basic (OpenID Connect Core §9). */
function authenticate(context: Context, library: Library, provider: IdentityProvider, document: ServerMetadata) {
  const secret = secretOf(context, provider);
  if (secret === undefined) return library.None();
  const { hasSigningKey, sharesKey } = dialects[provider.preset];
  if (hasSigningKey) return library.ClientSecretPost(signClientSecret(provider, secret, context.now));
  // LINE documents the form only, and its document names no method.
  if (sharesKey) return library.ClientSecretPost(secret);
  const supported = document.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return supported.includes("client_secret_post")
    ? library.ClientSecretPost(secret)
    : library.ClientSecretBasic(secret);
}
