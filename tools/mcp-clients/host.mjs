import { createServer } from "node:http";

/**
 * A native application: it keeps its client and its tokens in memory, and receives the redirect at a loopback address
 * (RFC 8252 §7.3). The program that started it visits the printed addresses, as a person would.
 */
export async function openHost() {
  const answer = Promise.withResolvers();
  const server = createServer(({ url }, response) => {
    response.end("You can close this window.");
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    if (pathname === "/callback") answer.resolve(searchParams);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const redirectUrl = `http://127.0.0.1:${server.address().port}/callback`;
  const stored = {};
  return {
    /** An `OAuthClientProvider`, the interface that the frameworks share. */
    provider: {
      redirectUrl,
      clientMetadata: {
        client_name: "Framework Agent",
        redirect_uris: [redirectUrl],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
      clientInformation: () => stored.client,
      saveClientInformation: (client) => void (stored.client = client),
      tokens: () => stored.tokens,
      saveTokens: (tokens) => void (stored.tokens = tokens),
      codeVerifier: () => stored.verifier,
      saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
      redirectToAuthorization: (url) => console.log(`open ${url.href}`),
    },
    answer: answer.promise,
    close: () => server.close(),
  };
}

/** The private tool that each program calls, with a partial result. */
export const call = { name: "admin_list_courses", arguments: { fields: ["name"] } };

export const report = (result) => console.log(`result ${JSON.stringify(result)}`);
