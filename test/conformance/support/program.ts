import * as oauth from "oauth4webapi";

/** Steps of a client with oauth4webapi before and after consent. http is allowed because it stays on the machine. */
const insecure = { [oauth.allowInsecureRequests]: true };

export async function discover(origin: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(origin);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

export async function register(
  as: oauth.AuthorizationServer,
  metadata: Partial<oauth.OmitSymbolProperties<oauth.Client>>,
) {
  const response = await oauth.dynamicClientRegistrationRequest(
    as,
    { application_type: "native", token_endpoint_auth_method: "none", ...metadata },
    insecure,
  );
  const client: oauth.Client = await oauth.processDynamicClientRegistrationResponse(response);
  const secret = client.client_secret;
  return { client, auth: typeof secret === "string" ? oauth.ClientSecretPost(secret) : oauth.None() };
}

/** An authorization request with everything that binds its response to it. */
export async function authorize(
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  parameters: Record<string, string>,
) {
  const verifier = oauth.generateRandomCodeVerifier();
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const url = new URL(as.authorization_endpoint!);
  const redirectUris = client["redirect_uris"] as string[] | undefined;
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    ...(redirectUris && { redirect_uri: redirectUris[0]! }),
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...parameters,
  }).toString();
  return { url, state, nonce, verifier };
}

/** Queries the Member API for the token's member. */
export const viewer = (origin: string, accessToken: string): Promise<Response> =>
  oauth.protectedResourceRequest(
    accessToken,
    "POST",
    new URL("/member/graphql", origin),
    new Headers({ "content-type": "application/json" }),
    JSON.stringify({ query: "{ viewer { id name email enrolledCourses(first: 5) { nodes { slug } } } }" }),
    insecure,
  );
