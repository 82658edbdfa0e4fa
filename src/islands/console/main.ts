import { type BuiltRequest, buildRequest } from "./build-request.ts";
import { finishSignIn, signIn } from "./sign-in.ts";
import { type Access, forget, refreshAccess, store, stored } from "./tokens.ts";

/** Characters of a response that are shown: it can be large. */
const maxShown = 200_000;

const byId = (id: string): HTMLElement => {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element "${id}".`);
  return element;
};

const signingIn = document.getElementById("signing-in");
const root = document.getElementById("console");
if (signingIn) await finishSignIn(signingIn);
if (root) start(root);

/** Sends requests from the page of an operation: with a pasted key, or with a token of a sign-in. */
function start(page: HTMLElement): void {
  const { method = "", path = "", scopes = "", callback = "", failed = "" } = page.dataset;
  const needed = scopes.split(" ").filter((scope) => scope !== "");
  byId("sign-in").addEventListener("click", () => {
    signIn(needed, callback).catch(() => {
      byId("access-state").textContent = failed;
    });
  });
  byId("sign-out").addEventListener("click", () => void signOut());
  byId("token-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void takeToken();
  });
  byId("request").addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void submit(event.target);
  });

  async function signOut(): Promise<void> {
    await forget();
    showAccess(page, needed);
  }

  async function takeToken(): Promise<void> {
    const input = document.querySelector<HTMLInputElement>("input#token");
    const token = input?.value.trim() ?? "";
    if (input) input.value = "";
    if (!/^[\w.~+/=-]+$/.test(token)) return;
    await forget();
    store("access", { token });
    showAccess(page, needed);
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const request = await buildRequest({ method, path }, form);
    byId("answer").hidden = false;
    await showAnswer(request, page.dataset["unreachable"] ?? "");
    showAccess(page, needed);
  }

  showAccess(page, needed);
  page.hidden = false;
}

/** Shows if the page has a token, and if it has the scopes of the operation. */
function showAccess({ dataset }: HTMLElement, needed: readonly string[]): void {
  const { lacking = "", signedIn = "", signedOut = "" } = dataset;
  const access = stored("access");
  const granted = access?.scope?.split(" ");
  const isLacking = granted !== undefined && needed.some((scope) => !granted.includes(scope));
  byId("access-state").textContent = !access ? signedOut : isLacking ? lacking : signedIn;
  byId("sign-in").hidden = access !== null && !isLacking;
  byId("sign-out").hidden = !access;
}

async function showAnswer(request: BuiltRequest, unreachable: string): Promise<void> {
  const [status, output] = [byId("answer-status"), byId("answer-body")];
  try {
    const response = await sendWithAccess(request);
    const text = await response.text();
    status.textContent = `${response.status} ${response.statusText} · ${request.method} ${request.url}`;
    output.textContent = formatted(text).slice(0, maxShown);
  } catch {
    status.textContent = unreachable;
    output.textContent = "";
  }
}

async function sendWithAccess(request: BuiltRequest): Promise<Response> {
  const access = stored("access");
  const response = await send(request, access);
  if (response.status !== 401 || access?.refresh === undefined) return response;
  const fresh = await refreshAccess(access);
  return fresh ? send(request, fresh) : response;
}

function send({ url, method, headers, body }: BuiltRequest, access: Access | null): Promise<Response> {
  const authorization = access && { authorization: `Bearer ${access.token}` };
  return fetch(url, { method, body: body ?? null, credentials: "omit", headers: { ...headers, ...authorization } });
}

/** JSON with its structure. Other texts stay as they are. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
