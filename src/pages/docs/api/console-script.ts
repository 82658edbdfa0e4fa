import { referenceCallback } from "#oauth/clients/reference-client.ts";
import { docsAsset } from "../docs-asset.ts";

/**
 * Sends requests from the page of an operation: with a pasted key, or as an OAuth client (authorization code with
 * PKCE). The token is in the session storage of the tab, because each operation is a page.
 */
export const consoleScript = docsAsset(
  "console",
  "js",
  `const { origin } = location;
const callback = "${referenceCallback}";
const byId = (id) => document.getElementById(id);
const stored = (name) => JSON.parse(sessionStorage.getItem("api-" + name) ?? "null");
const store = (name, value) => sessionStorage.setItem("api-" + name, JSON.stringify(value));
const drop = (name) => sessionStorage.removeItem("api-" + name);
const encode = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => encode(crypto.getRandomValues(new Uint8Array(32)));
const digestOf = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const post = (path, form) => fetch(path, { method: "POST", body: new URLSearchParams(form), credentials: "omit" });

async function signIn(scopes) {
  const response = await fetch("/docs/api/client", { method: "POST", credentials: "omit" });
  if (!response.ok) throw new Error("no client");
  const { client_id: clientId } = await response.json();
  const [verifier, state] = [random(), random()];
  const scope = [...new Set([...(stored("access")?.scope?.split(" ") ?? []), ...scopes])].join(" ");
  store("request", { clientId, verifier, state, page: location.pathname });
  const request = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: origin + callback,
    resource: origin,
    ...(scope && { scope }),
    state,
    code_challenge: encode(await digestOf(new TextEncoder().encode(verifier))),
    code_challenge_method: "S256",
  });
  location.assign("/oauth/authorize?" + request);
}

/** Reads the authorization response, and returns to the operation. */
async function finishSignIn(status) {
  const answer = new URLSearchParams(location.search);
  history.replaceState(null, "", location.pathname);
  const request = stored("request");
  drop("request");
  const isOurs = request && answer.get("state") === request.state && answer.get("iss") === origin;
  if (isOurs && answer.has("code")) {
    const { clientId, verifier, page } = request;
    const response = await post("/api/oauth/token", {
      grant_type: "authorization_code",
      code: answer.get("code"),
      redirect_uri: origin + callback,
      client_id: clientId,
      code_verifier: verifier,
      resource: origin,
    });
    if (response.ok) {
      const { access_token: token, refresh_token: refresh, scope } = await response.json();
      await forget();
      store("access", { token, refresh, scope, clientId });
      return location.replace(page + "#try-it");
    }
  }
  status.textContent = (isOurs && answer.get("error_description")) || status.dataset.failed;
}

/** RFC 6749 §6. Refresh tokens are single-use. */
async function refreshAccess(access) {
  drop("access");
  if (!access.refresh) return undefined;
  const response = await post("/api/oauth/token", { grant_type: "refresh_token", refresh_token: access.refresh, client_id: access.clientId });
  if (!response.ok) return undefined;
  const { access_token: token, refresh_token: refresh } = await response.json();
  const fresh = { ...access, token, refresh };
  store("access", fresh);
  return fresh;
}

/** Revoking the refresh token ends all tokens of the sign-in (RFC 7009). Pasted keys stay valid. */
async function forget() {
  const access = stored("access");
  drop("access");
  if (access?.refresh) await post("/api/oauth/revoke", { token: access.refresh, client_id: access.clientId });
}

async function buildRequest({ method, path }, form) {
  const headers = {};
  const query = [];
  let url = path;
  let body;
  const parts = new FormData();
  for (const input of form.querySelectorAll("[data-in]")) {
    const { in: place, name } = input.dataset;
    const value = input.type === "checkbox" ? (input.checked ? input.value : "") : input.type === "file" ? input.files[0] : input.value;
    if (value === undefined || value === "") continue;
    if (place === "path") url = url.replace("{" + name + "}", encodeURIComponent(value));
    if (place === "query") query.push(encodeURIComponent(name).replaceAll("%5B", "[").replaceAll("%5D", "]") + "=" + encodeURIComponent(value).replaceAll("%2C", ","));
    if (place === "header") headers[name] = value;
    if (place === "form") parts.append(name, value);
    if (place === "json") {
      headers["content-type"] = "application/json";
      body = value;
    }
    if (place === "bytes") {
      headers["content-type"] = "application/octet-stream";
      body = await value.arrayBuffer();
      headers["content-digest"] = "sha-256=:" + btoa(String.fromCharCode(...(await digestOf(body)))) + ":";
    }
  }
  if ([...parts].length > 0) {
    delete headers["content-type"];
    body = parts;
  }
  return [query.length > 0 ? url + "?" + query.join("&") : url, { method, headers, body }];
}

/** Responses can be large. */
const maxShown = 200000;

function start(root) {
  const { method, path, scopes, failed, lacking, signedIn, signedOut, unreachable } = root.dataset;
  const needed = scopes.split(" ").filter(Boolean);
  const show = () => {
    const access = stored("access");
    const isLacking = access?.scope !== undefined && needed.some((scope) => !access.scope.split(" ").includes(scope));
    byId("access-state").textContent = !access ? signedOut : isLacking ? lacking : signedIn;
    byId("sign-in").hidden = Boolean(access) && !isLacking;
    byId("sign-out").hidden = !access;
  };
  byId("sign-in").addEventListener("click", () =>
    signIn(needed).catch(() => {
      byId("access-state").textContent = failed;
    }),
  );
  byId("sign-out").addEventListener("click", async () => {
    await forget();
    show();
  });
  byId("token-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = byId("token");
    const token = input.value.trim();
    input.value = "";
    if (!/^[\\w.~+/=-]+$/.test(token)) return;
    await forget();
    store("access", { token });
    show();
  });
  byId("request").addEventListener("submit", async (event) => {
    event.preventDefault();
    const [url, init] = await buildRequest({ method, path }, event.target);
    const send = (access) =>
      fetch(url, { ...init, credentials: "omit", headers: { ...init.headers, ...(access && { authorization: "Bearer " + access.token }) } });
    const [status, output] = [byId("answer-status"), byId("answer-body")];
    byId("answer").hidden = false;
    try {
      const access = stored("access");
      let response = await send(access);
      if (response.status === 401 && access?.refresh) {
        const fresh = await refreshAccess(access);
        if (fresh) response = await send(fresh);
      }
      const text = await response.text();
      status.textContent = response.status + " " + response.statusText + " · " + method + " " + url;
      let shown = text;
      try {
        shown = JSON.stringify(JSON.parse(text), null, 2);
      } catch {}
      output.textContent = shown.slice(0, maxShown);
    } catch {
      status.textContent = unreachable;
      output.textContent = "";
    }
    show();
  });
  show();
  root.hidden = false;
}

const signingIn = byId("signing-in");
const root = byId("console");
if (signingIn) await finishSignIn(signingIn);
if (root) start(root);
`,
);
