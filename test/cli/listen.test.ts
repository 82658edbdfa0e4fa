import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { dispatchEvents } from "#domain/engagement/webhooks/events/dispatch-events.ts";
import { newWebhookSecret } from "#domain/engagement/webhooks/endpoints/webhook-secret.ts";
import { followEvents } from "../../src/cli/remote/follow-events.ts";
import { forwardEvent } from "../../src/cli/remote/forward-event.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { now } from "../support/clock.ts";
import { aLiveSite } from "../support/live-site.ts";
import { contextAt } from "../support/webhook-receiver.ts";

// The command itself, with its output and exit codes: listen.long.test.ts.
void test("Events of a site from now on are read, with a new token if one is refused, and forwarded signed", async (context) => {
  const live = await aLiveSite();
  context.after(() => live.close());
  const operator = await operatorOf(live.site, "courses:read courses:write school:read");
  const happen = async (name: string) => {
    assert.equal((await operator.post("/courses", { name })).statusCode, 201);
    while ((await dispatchEvents(contextAt(live.site))) > 0);
  };
  await happen("Before");

  const received: { headers: Record<string, string>; body: string }[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
  });
  context.after(() => receiver.close());
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const url = new URL(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);

  const [stop, refused, secret] = [new AbortController(), [] as (string | undefined)[], newWebhookSecret()];
  let ready = Promise.resolve();
  const followed = followEvents({
    origin: live.origin,
    async token(wrong) {
      refused.push(wrong);
      return wrong === undefined && refused.length === 1 ? "lat_expired" : operator.bearer;
    },
    types: ["course.created"],
    stop: stop.signal,
    onReady: () => void (ready = happen("Knots")),
    onLost: (reason) => assert.fail(reason),
    onRestored: () => {},
  });
  for await (const event of followed) {
    await ready;
    const outcome = await forwardEvent(event, { url, secret, now: now(), stop: stop.signal });
    // A redirect is not followed.
    assert.deepEqual(outcome, { status: 302, error: null });
    const [{ headers, body }] = received as [(typeof received)[0]];
    const sent = new Webhook(secret).verify(body, headers) as { type: string; data: { object: { name: string } } };
    assert.deepEqual([sent.type, sent.data.object.name, "object" in sent], ["course.created", "Knots", false]);
    stop.abort();
  }
  assert.equal(received.length, 1);
  assert.deepEqual(refused.slice(0, 2), [undefined, "lat_expired"]);
});
