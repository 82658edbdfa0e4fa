import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { OperatorApi } from "./operator-api.ts";
import { connectionLost } from "./connection-lost.ts";

/** A group that a program creates, and then changes. */
interface Group {
  name: string;
  key: string;
  id: string | undefined;
  /** The last acknowledged value, and the one in flight. */
  counter: number;
  sent: number;
}

const groupOf = (answer: string) => JSON.parse(answer) as { id: string; metadata: { counter?: string } };

/** Creates and changes groups with the operator API while the server is killed. */
export class OperatorWrites {
  readonly groups: Group[] = [];
  readonly #api: OperatorApi;
  readonly #random: () => number;

  constructor(demo: DemoServer, random: () => number) {
    this.#api = new OperatorApi(demo.site);
    this.#random = random;
  }

  /** Groups of which no write or not every write was acknowledged. */
  underWay(groups: readonly Group[]): number {
    return groups.filter(({ id, counter, sent }) => id === undefined || counter !== sent).length;
  }

  /** Writes until the server is gone. */
  async work(): Promise<void> {
    await connectionLost(async () => {
      const group: Group = { name: `Group ${randomUUID()}`, key: randomUUID(), id: undefined, counter: 0, sent: 0 };
      this.groups.push(group);
      await this.#create(group);
      while (this.#random() < 0.5) await this.#change(group);
    });
  }

  async #create(group: Group): Promise<string> {
    const body = { name: group.name };
    const { id } = groupOf(await this.#api.post("/groups", body, { "idempotency-key": group.key }));
    group.id ??= id;
    return id;
  }

  async #change(group: Group): Promise<void> {
    const counter = ++group.sent;
    await this.#api.patch(`/groups/${group.id}`, { metadata: { counter: String(counter) } });
    group.counter = counter;
  }

  /**
   * Asserts that every group exists once, with one audit entry, and with its last acknowledged change. Sends the
   * creation again under its idempotency key, as a client does that got no response. Returns the number checked.
   */
  async check(groups: readonly Group[]): Promise<number> {
    for (const group of groups) {
      const known = group.id;
      const id = await this.#create(group);
      if (known !== undefined) assert.equal(id, known, "A repeated request created another group.");
      const named = await this.#api.list<{ id: string }>(`/groups?q=${encodeURIComponent(group.name)}`);
      assert.deepEqual(
        named.map((found) => found.id),
        [id],
        "A group is lost or doubled.",
      );
      const counter = Number(groupOf(await this.#api.get(`/groups/${id}`)).metadata.counter ?? 0);
      assert.ok(counter === group.counter || counter === group.sent, `Expected ${group.counter}, found ${counter}.`);
      group.counter = group.sent = counter;
      await this.#checkAudit(id, counter);
    }
    return groups.length;
  }

  async #checkAudit(id: string, changes: number): Promise<void> {
    const entries = await this.#api.list<{ action: string }>(`/audit_log?resource_id=${id}`);
    const actions = entries.map(({ action }) => action).toSorted();
    const changed = Array.from({ length: changes }, () => "updateGroup");
    assert.deepEqual(actions, ["createGroup", ...changed], "An audit entry is lost or doubled.");
  }
}
