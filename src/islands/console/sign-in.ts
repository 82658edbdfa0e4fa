import { base64, digestOf } from "./bytes.ts";
import { drop, forget, requestToken, store, stored } from "./tokens.ts";

/** Signs the person in as an OAuth client of this site (authorization code with PKCE). */
export async function signIn(scopes: readonly string[], callback: string): Promise<void> {
  const response = await fetch("/docs/api/client", { method: "POST", credentials: "omit" });
  if (!response.ok) throw new Error("no client");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The response of this site.
  const { client_id: clientId } = (await response.json()) as { client_id: string };
  const [verifier, state] = [random(), random()];
  const granted = stored("access")?.scope?.split(" ") ?? [];
  const scope = [...new Set([...granted, ...scopes])].join(" ");
  store("request", { clientId, verifier, state, page: location.pathname });
  const request = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: location.origin + callback,
    resource: location.origin,
    ...(scope && { scope }),
    state,
    code_challenge: urlSafe(await digestOf(new TextEncoder().encode(verifier))),
    code_challenge_method: "S256",
  });
  location.assign(`/oauth/authorize?${request.toString()}`);
}

/** Reads the authorization response at the address of the page, and returns to the operation. */
export async function finishSignIn(status: HTMLElement): Promise<void> {
  const { origin, pathname, search } = location;
  const answer = new URLSearchParams(search);
  history.replaceState(null, "", pathname);
  const request = stored("request");
  drop("request");
  const isOurs = request !== null && answer.get("state") === request.state && answer.get("iss") === origin;
  const code = answer.get("code");
  if (isOurs && code !== null) {
    const { clientId, verifier, page } = request;
    const issued = await requestToken({
      grant_type: "authorization_code",
      code,
      redirect_uri: origin + pathname,
      client_id: clientId,
      code_verifier: verifier,
      resource: origin,
    });
    if (issued) {
      const { access_token: token, refresh_token: refresh, scope } = issued;
      await forget();
      store("access", { token, refresh, scope, clientId });
      location.replace(`${page}#try-it`);
      return;
    }
  }
  status.textContent = (isOurs && answer.get("error_description")) || (status.dataset["failed"] ?? "");
}

const random = (): string => urlSafe(crypto.getRandomValues(new Uint8Array(32)));

const urlSafe = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
