import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { HttpVisitor } from "../../support/browsers/http-visitor.ts";
import { connectionLost } from "./connection-lost.ts";
import { inDatabase } from "./demo-database.ts";
import { OperatorApi } from "./operator-api.ts";
import type { Writes } from "./writes.ts";

const path = "/admin/developers/api-keys";

interface ApiKey {
  name: string;
  /** Undefined until the response to its creation. */
  secret: string | undefined;
  id: string | undefined;
  /** absent: its creation had no effect. */
  state: "creating" | "absent" | "live" | "revoking" | "revoked";
}

/** Creates, uses and revokes API keys in the admin area while the server is killed. */
export class ApiKeys implements Writes<ApiKey> {
  readonly items: ApiKey[] = [];
  readonly #demo: DemoServer;
  readonly #api: OperatorApi;
  readonly #random: () => number;
  readonly #owner: HttpVisitor;
  #password = "";

  constructor(demo: DemoServer, random: () => number) {
    this.#demo = demo;
    this.#api = new OperatorApi(demo.site);
    this.#random = random;
    this.#owner = new HttpVisitor(demo.site.origin);
  }

  async prepare(): Promise<void> {
    const { email, password } = this.#demo.site.members.find(({ roles }) => roles.includes("owner"))!;
    assert.equal((await this.#owner.signIn(email, password)).status, 303);
    this.#password = password;
  }

  async work(): Promise<void> {
    const own: ApiKey[] = [];
    await connectionLost(async () => {
      const key: ApiKey = { name: `Key ${randomUUID()}`, secret: undefined, id: undefined, state: "creating" };
      this.items.push(key);
      await this.#create(key);
      own.push(key);
      for (const one of own) assert.equal(await this.#use(one), one.state === "live" ? 200 : 401);
      if (this.#random() < 0.7) await this.#revoke(key);
    });
  }

  async #create(key: ApiKey): Promise<void> {
    const { fields } = await this.#owner.form(`${path}/new`, `${path}/new`);
    const form = { csrf: fields["csrf"]!, id: fields["id"]!, name: key.name, expiry: "30", "scope.courses:read": "on" };
    const response = await this.#owner.request(`${path}/new`, { ...form, current: this.#password });
    const body = await response.text();
    key.secret = /lak_[A-Za-z0-9_-]{43}[0-9a-z]{6}/.exec(body)?.[0];
    assert.ok(key.secret, `A key was refused (${response.status}).`);
    key.state = "live";
  }

  async #use({ secret }: ApiKey): Promise<number> {
    const headers = { authorization: `Bearer ${secret}` };
    const response = await fetch(`${this.#demo.site.origin}/api/v1/courses?limit=1`, { headers });
    await response.arrayBuffer();
    return response.status;
  }

  async #revoke(key: ApiKey): Promise<void> {
    key.id ??= await this.#listed(key);
    const page = `${path}/${key.id}/revoke`;
    key.state = "revoking";
    const { fields } = await this.#owner.form(page);
    assert.equal((await this.#owner.request(page, { csrf: fields["csrf"]! })).status, 303);
    key.state = "revoked";
  }

  /** The ID of a key in the list, which has one key of this name at most. */
  async #listed({ name }: ApiKey): Promise<string | undefined> {
    const list = await (await this.#owner.request(path)).text();
    const rows = list.split('<li class="row">').filter((row) => row.includes(name));
    assert.ok(rows.length <= 1, "A key is doubled.");
    return /\/(key_\w+)\/revoke"/.exec(rows[0] ?? "")?.[1];
  }

  isUnderWay({ state }: ApiKey): boolean {
    return state === "creating" || state === "revoking";
  }

  /** Afterwards all of these keys are revoked, because a site may have a limited number. */
  async check(items: readonly ApiKey[]): Promise<void> {
    // An attempt with the password that a kill interrupted counts as a failed one.
    if (items.some(({ state }) => state === "creating"))
      await inDatabase(this.#demo, (database, { id }) => database.run`delete from rate_limits where site_id = ${id}`);
    for (const key of items) {
      key.id ??= await this.#listed(key);
      if (key.id === undefined) {
        assert.match(key.state, /^(creating|absent)$/, "A key is lost.");
        key.state = "absent";
        continue;
      }
      const entries = await this.#api.list<{ action: string }>(`/audit_log?resource_id=${key.id}`);
      const [made, revoked, ...others] = entries.map(({ action }) => action).toSorted();
      assert.deepEqual([made, others], ["createApiKey", []], "An audit entry is lost or doubled.");
      if (key.state === "live") assert.equal(revoked, undefined);
      if (key.state === "revoked") assert.equal(revoked, "revokeApiKey", "A revocation is lost.");
      if (key.secret) assert.equal(await this.#use(key), revoked ? 401 : 200, `A key that was ${key.state}`);
      if (revoked) key.state = "revoked";
      else await this.#revoke(key);
    }
  }
}
