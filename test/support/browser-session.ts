import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { inCallersTime } from "./clock.ts";

/** The body of a form that was encoded before it is sent, such as one with files. */
export class EncodedForm {
  readonly type: string;
  readonly payload: string | Buffer;

  constructor(type: string, payload: string | Buffer) {
    this.type = type;
    this.payload = payload;
  }
}

type SentForm = Record<string, string> | EncodedForm;

/** A headless browser: keeps cookies, follows redirects within its site, fills in forms. */
export class TestBrowser {
  readonly #app: FastifyInstance;
  readonly #origin: string;
  readonly cookies = new Map<string, string>();
  readonly headers: Record<string, string>;
  /** The client address of its requests. */
  readonly address: string;

  constructor(app: FastifyInstance, origin: string, headers: Record<string, string> = {}, address = "127.0.0.1") {
    this.#app = app;
    this.#origin = origin;
    this.headers = headers;
    this.address = address;
  }

  /** Sends one request without following redirects. */
  async request(
    method: "GET" | "POST" | "PUT",
    url: string,
    form?: SentForm,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const options: InjectOptions = {
      method,
      url,
      remoteAddress: this.address,
      headers: {
        host: new URL(this.#origin).host,
        accept: "text/html",
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        }),
        ...(form && { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }),
        ...(form instanceof EncodedForm && { "content-type": form.type }),
        ...this.headers,
        ...headers,
      },
      ...(form && { payload: form instanceof EncodedForm ? form.payload : new URLSearchParams(form).toString() }),
    };
    const response = await inCallersTime(() => this.#app.inject(options));
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects within the site; the page's address is the final one. */
  async open(url: string, form?: SentForm): Promise<Page> {
    let address = url;
    let response = await this.request(form ? "POST" : "GET", url, form);
    for (let hops = 0; response.statusCode === 303 && hops < 10; hops++) {
      const location = String(response.headers.location);
      if (!location.startsWith("/")) return { address: location, status: 303, body: "", response };
      address = location;
      response = await this.request("GET", address);
    }
    return { address, status: response.statusCode, body: response.body, response };
  }

  /** Submits a form of a page with its hidden fields and these: the one with this action, else the first. */
  submit(page: Page, fields: Record<string, string>, action?: string): Promise<Page> {
    const forms = [...page.body.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
    const form = forms.find(([, address]) => (action === undefined ? address !== "/sign-out" : address === action));
    if (!form) throw new Error(`No form at ${page.address} (${page.status}): ${page.body.slice(0, 2000)}`);
    return this.open(unescape(form[1]!), { ...hiddenFields(form[2]!), ...fields });
  }
}

export interface Page {
  address: string;
  status: number;
  body: string;
  response: LightMyRequestResponse;
}

const hiddenFields = (form: string): Record<string, string> =>
  Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      unescape(value!),
    ]),
  );

const unescape = (html: string) =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
