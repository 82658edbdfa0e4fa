import assert from "node:assert/strict";
import type { Answered, KilledServer } from "./killed-server.ts";

/** A browser of a signed-in person at a server that is killed. Repeats what was not answered. */
export class Shopper {
  readonly #server: KilledServer;
  readonly #cookies = new Map<string, string>();

  constructor(server: KilledServer, session?: { cookie: string; secret: string }) {
    this.#server = server;
    if (session) this.#cookies.set(session.cookie, session.secret);
  }

  async request(path: string, form?: Record<string, string>): Promise<Answered> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answered = await this.#server.request(path, {
      headers: { accept: "text/html", cookie, "sec-fetch-site": "same-origin" },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const set of answered.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.#cookies.set(name!, value!);
    }
    return answered;
  }

  /** The hidden fields of a form, by its action. */
  async fieldsOf(path: string, action: string): Promise<Record<string, string>> {
    const { status, body } = await this.request(path);
    const forms = body.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs);
    const form = [...forms].find(([, address]) => address === action)?.[2];
    assert.ok(form !== undefined, `No form at ${path} (${status}).`);
    const hidden = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    return Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]));
  }

  /** Submits the form of a page, and returns where it leads. */
  async submit(path: string, fields: Record<string, string>, action: string): Promise<string> {
    const { status, headers, body } = await this.request(action, { ...(await this.fieldsOf(path, action)), ...fields });
    assert.equal(status, 303, body);
    return headers.get("location")!;
  }
}
