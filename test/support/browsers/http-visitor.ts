import { calculatePKCECodeChallenge, generateRandomCodeVerifier, generateRandomState } from "oauth4webapi";

/** A minimal browser over HTTP: keeps cookies and submits forms. */
export class HttpVisitor {
  readonly origin: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  async request(url: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(new URL(url, this.origin), {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: {
        accept: "text/html",
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
      },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value === "") this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
    return response;
  }

  /** Action and hidden fields of a form, including its token. */
  async form(url: string, action?: string): Promise<{ action: string; fields: Record<string, string> }> {
    const response = await this.request(url);
    const body = await response.text();
    const forms = [...body.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
    const form = action === undefined ? forms[0] : forms.find((one) => one[1] === action);
    if (!form) throw new Error(`No form at ${url} (${response.status}).`);
    const hidden = form[2]!.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]));
    return { action: form[1]!.replaceAll("&amp;", "&"), fields };
  }

  async signIn(email: string, password: string): Promise<Response> {
    const { action, fields } = await this.form("/sign-in");
    return this.request(action, { ...fields, email, password });
  }

  /** Authorizes a client and returns its code. */
  async allow(clientId: string, redirectUri: string, scope: string): Promise<{ code: string; verifier: string }> {
    const verifier = generateRandomCodeVerifier();
    const parameters = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state: generateRandomState(),
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    const requested = await this.request(`/oauth/authorize?${parameters.toString()}`);
    const { action, fields } = await this.form(requested.headers.get("location")!);
    const answered = await this.request(action, { ...fields, decision: "allow" });
    const location = new URL(answered.headers.get("location") ?? "", this.origin);
    const code = location.searchParams.get("code");
    if (!code) throw new Error(`Expected a code, but found ${answered.status} ${location.href}`);
    return { code, verifier };
  }
}
