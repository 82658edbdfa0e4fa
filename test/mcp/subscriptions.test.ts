import { rawJson } from "#lib/json/raw-json.ts";
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import type { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { anonymous } from "#access/caller.ts";
import type { Scope } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { noSiblings } from "#lib/work/change-bus.ts";
import { openSubscriptions } from "#mcp/protocol/subscriptions.ts";
import { aSite } from "../support/world.ts";

const request = { notifications: { toolsListChanged: true } };

const report = (error: unknown) => assert.fail(String(error));

void test("Neither programs with many names, nor a network at several sites, nor a member with many clients can take all streams", async () => {
  const [site, other] = [await aSite(), await aSite()];
  const subscriptions = openSubscriptions(noSiblings);
  const memberId = newId();
  const withToken = () => {
    const scopes = new Set<Scope>(["courses:read"]);
    const caller = { kind: "token", clientId: newId(), memberId, grantId: newId(), scopes, roles: ["owner"] } as const;
    return { ...site.context(), caller };
  };
  const visitor = { ...site.context(), caller: anonymous, address: "192.0.2.1" };
  const streams: Readable[] = [];
  const open = (context: Parameters<typeof subscriptions.listen>[0], userAgent: string) => {
    const stream = subscriptions.listen(context, rawJson("1"), request, {
      userAgent,
      authenticate: async () => context,
      report,
    });
    streams.push(stream);
  };
  for (const [most, openOne] of [
    [20, () => open(visitor, "same")],
    [80, (index: number) => open(visitor, `program-${index}`)],
    [100, () => open(withToken(), "host")],
  ] as const) {
    for (let index = 0; index < most; index++) openOne(index);
    assert.throws(() => openOne(most), { message: /Too many open subscriptions/, status: 429 });
  }
  open({ ...visitor, address: "198.51.100.1" }, "same");
  assert.throws(() => open({ ...visitor, site: other.site }, "same"), { message: /Too many open subscriptions/ });
  open({ ...visitor, ...other.context(), address: "198.51.100.1" }, "same");
  streams[0]!.destroy();
  await new Promise((resolve) => streams[0]!.once("close", resolve));
  open(visitor, "same");
  subscriptions.close();
});

void test("A check of the token that fails without a verdict is reported, and the stream stays open", async () => {
  const site = await aSite();
  const subscriptions = openSubscriptions(noSiblings);
  const scopes = new Set<Scope>(["courses:read"]);
  const caller = { kind: "token", clientId: newId(), memberId: newId(), grantId: newId(), scopes, roles: [] } as const;
  const context = { ...site.context(), caller };
  const failure = new Error("A bug of the check");
  const reported: unknown[] = [];
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const stream = subscriptions.listen(context, rawJson("1"), request, {
      userAgent: "host",
      authenticate: () => (reported.length === 0 ? Promise.reject(failure) : Promise.resolve(context)),
      report: (error) => void reported.push(error),
    });
    for (let checks = 0; checks < 2; checks += 1) {
      mock.timers.tick(60_000);
      await turn();
    }
    assert.deepEqual(reported, [failure]);
    assert.equal(stream.readableEnded || stream.destroyed, false);
    assert.doesNotMatch(String(stream.read()), /complete/);
  } finally {
    mock.timers.reset();
    subscriptions.close();
  }
});
