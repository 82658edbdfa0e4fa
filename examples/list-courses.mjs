// Signs a person in through the browser and lists the courses of a school: node examples/list-courses.mjs <origin>
import { createServer } from "node:http";
import process from "node:process";
import * as client from "openid-client";

const origin = new URL(process.argv[2] ?? "http://localhost:8080");
// The library requires https. A server on this machine does not need it.
const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(origin.hostname);
const options = { execute: isLocal ? [client.allowInsecureRequests] : [] };

// A native app receives the authorization code at a loopback address (RFC 8252 §7.3).
const server = createServer();
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const redirectUri = `http://127.0.0.1:${server.address().port}/callback`;

const config = await client.dynamicClientRegistration(
  origin,
  { client_name: "Course list example", application_type: "native", redirect_uris: [redirectUri] },
  client.None(),
  options,
);

const pkceCodeVerifier = client.randomPKCECodeVerifier();
const expectedState = client.randomState();
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope: "courses:read",
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: "S256",
  state: expectedState,
});
process.stdout.write(`Open this address and sign in as the owner of the school:\n\n${address}\n\n`);

const callback = await new Promise((resolve) => {
  server.on("request", (request, response) => {
    const url = new URL(request.url, redirectUri);
    const isCallback = url.pathname === "/callback";
    response.writeHead(isCallback ? 200 : 404).end(isCallback ? "Signed in. You can close this window." : "");
    if (isCallback) resolve(url);
  });
});
server.close();
server.closeAllConnections();

const tokens = await client.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState });
const courses = await client.fetchProtectedResource(
  config,
  tokens.access_token,
  new URL("/api/v1/courses?sort=name&limit=50", origin),
  "GET",
);
if (!courses.ok) throw new Error(`${courses.status}: ${await courses.text()}`);
const { data } = await courses.json();
for (const { status, slug, name } of data) process.stdout.write(`${status}\t${slug}\t${name}\n`);

await client.tokenRevocation(config, tokens.refresh_token ?? tokens.access_token);
