import assert from "node:assert/strict";
import type { DemoSite } from "../../support/worlds/demo-server.ts";

/** Requests to the operator API with the demo's API key. `fetch` throws a TypeError on a lost connection. */
export class OperatorApi {
  readonly #site: DemoSite;

  constructor(site: DemoSite) {
    this.#site = site;
  }

  async #send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<string> {
    const { origin, apiKey } = this.#site;
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { "content-type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text;
  }

  get(path: string): Promise<string> {
    return this.#send("GET", path);
  }

  post(path: string, body: object, headers?: Record<string, string>): Promise<string> {
    return this.#send("POST", path, body, headers);
  }

  patch(path: string, body: object): Promise<string> {
    return this.#send("PATCH", path, body);
  }

  /** All rows of a list, page by page. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape is the test's claim
  async list<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    const first = `${path}${path.includes("?") ? "&" : "?"}limit=200`;
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = JSON.parse(await this.get(cursor ? `${first}&cursor=${cursor}` : first)) as {
        data: Row[];
        page: { next_cursor: string | null };
      };
      rows.push(...page.data);
      cursor = page.page.next_cursor;
    }
    return rows;
  }
}
