import { explorerPath } from "#domain/site/sites/explorer-client.ts";
import { hashedAsset } from "./hashed-asset.ts";

/**
 * Script of the page: an ordinary OAuth client (authorization code with PKCE), then GraphiQL. Tokens stay in memory.
 * Verifier and state are in session storage until the redirect returns.
 */
export const explorerScript = hashedAsset(
  "explorer",
  "js",
  `const { clientId } = document.body.dataset;
const { origin } = location;
const here = origin + "${explorerPath}";
const assets = "${explorerPath}/assets/";
const scope = "account:read account:write";
const [signInButton, signOutButton, problem, before, root] = ["sign-in", "sign-out", "problem", "before", "ruru-root"].map((id) =>
  document.getElementById(id),
);
let tokens;

const encode = (bytes) =>
  btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));

async function authorize() {
  const [verifier, state] = [random(), random()];
  sessionStorage.setItem("explorer", JSON.stringify({ verifier, state }));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const request = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: here,
    resource: origin,
    scope,
    state,
    code_challenge: encode(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign("/oauth/authorize?" + request);
}

/** Reads the authorization response and removes it from the URL. */
async function readAnswer() {
  const answer = new URLSearchParams(location.search);
  const requested = JSON.parse(sessionStorage.getItem("explorer") ?? "null");
  if (!answer.has("state")) return;
  history.replaceState(null, "", location.pathname);
  sessionStorage.removeItem("explorer");
  if (!requested || answer.get("state") !== requested.state || answer.get("iss") !== origin) return fail();
  if (!answer.has("code")) return fail(answer.get("error_description"));
  tokens = await ask({ grant_type: "authorization_code", code: answer.get("code"), redirect_uri: here, code_verifier: requested.verifier, resource: origin });
  if (!tokens) fail();
}

/** RFC 6749 §4.1.3, §6 */
async function ask(form) {
  const body = new URLSearchParams({ client_id: clientId, ...form });
  const response = await fetch("/api/oauth/token", { method: "POST", body, credentials: "omit" });
  return response.ok ? response.json() : undefined;
}

/** One refresh at a time, because refresh tokens are single-use. */
let refreshing;
const refresh = () =>
  (refreshing ??= ask({ grant_type: "refresh_token", refresh_token: tokens.refresh_token }).then((fresh) => {
    tokens = fresh;
    refreshing = undefined;
  }));

async function fetcher(parameters) {
  const send = () =>
    fetch("/member/graphql", {
      method: "POST",
      credentials: "omit",
      headers: {
        authorization: "Bearer " + tokens.access_token,
        "content-type": "application/json",
        accept: "application/graphql-response+json, application/json",
      },
      body: JSON.stringify(parameters),
    });
  if (!tokens) return signedOut();
  let response = await send();
  if (response.status === 401) {
    await refresh();
    if (!tokens) return signedOut();
    response = await send();
  }
  return response.json();
}

const signedOut = () => {
  show();
  return { errors: [{ message: "Signed out." }] };
};

/** RFC 7009: revoking the refresh token ends all tokens of this sign-in. */
async function signOut() {
  const token = tokens?.refresh_token;
  tokens = undefined;
  show();
  if (token) await fetch("/api/oauth/revoke", { method: "POST", body: new URLSearchParams({ token, client_id: clientId }), credentials: "omit" });
}

function fail(description) {
  problem.hidden = false;
  if (description) problem.textContent = description;
}

let rendered;
async function open() {
  globalThis.MonacoEnvironment = {
    getWorker: (_, label) => new Worker(assets + ({ json: "jsonWorker.js", graphql: "graphqlWorker.js" }[label] ?? "editorWorker.js"), { type: "module" }),
  };
  const { React, createRoot, Ruru } = await import(assets + "ruru.js");
  rendered = createRoot(root);
  rendered.render(
    React.createElement(Ruru, {
      fetcher,
      endpoint: "/member/graphql",
      isHeadersEditorEnabled: false,
      showPersistHeadersSettings: false,
      defaultQuery: "{\\n  viewer {\\n    name\\n  }\\n}\\n",
    }),
  );
}

function show() {
  before.hidden = Boolean(tokens);
  root.hidden = !tokens;
  signOutButton.hidden = !tokens;
  signInButton.disabled = false;
  if (tokens) open();
  else {
    rendered?.unmount();
    rendered = undefined;
  }
}

signInButton.addEventListener("click", authorize);
signOutButton.addEventListener("click", signOut);
await readAnswer();
show();
`,
);
