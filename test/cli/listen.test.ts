import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { Webhook } from "standardwebhooks";
import { dispatchEvents } from "#domain/webhooks/events/dispatch-events.ts";
import { newWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { RemoteError } from "../../src/cli/terminal/errors.ts";
import { followEvents, type Followed } from "../../src/cli/remote/follow-events.ts";
import { forwardEvent } from "../../src/cli/remote/forward-event.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { now } from "../support/clock.ts";
import { aLiveSite } from "../support/worlds/live-site.ts";
import { contextAt } from "../support/doubles/webhook-receiver.ts";

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

/** A site whose responses these handlers send in turn, the last one for every further request. */
async function aSiteThat(context: TestContext, ...answers: ((response: ServerResponse) => void)[]): Promise<string> {
  const server = createServer((_request, response) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(response);
  });
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const feedOf = (...ids: string[]) =>
  JSON.stringify({ data: ids.map((id) => ({ id, type: "course.created" })), page: { has_more: false } });
/** Ends its response early. */
const cut = (response: ServerResponse) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"data":', () => response.destroy());
};
const sending = (text: string) => (response: ServerResponse) => void response.end(text);

function follow(origin: string, changes: Partial<Followed> = {}) {
  const lost: string[] = [];
  const stop = new AbortController();
  const followed = followEvents({
    origin,
    token: () => Promise.resolve("lat_x"),
    types: undefined,
    stop: stop.signal,
    onReady: () => {},
    onLost: (reason) => void lost.push(reason),
    onRestored: () => {},
    ...changes,
  });
  return { followed, lost, stop };
}

/** Returns the failures before the next event. */
async function failuresBeforeEvent(origin: string, token: Followed["token"]): Promise<string[]> {
  const { followed, lost, stop } = follow(origin, { token });
  for await (const { id } of followed) {
    assert.equal(id, "evt_2");
    stop.abort();
  }
  return lost;
}

void test("A response that ends early and a token endpoint that fails for a while do not end the command", async (context) => {
  let tokens = 0;
  const [cutOff, withoutToken] = await Promise.all([
    failuresBeforeEvent(
      await aSiteThat(context, sending(feedOf("evt_1")), cut, sending(feedOf("evt_2"))),
      async () => "lat_x",
    ),
    failuresBeforeEvent(await aSiteThat(context, sending(feedOf("evt_1")), sending(feedOf("evt_2"))), async () => {
      if (++tokens === 2) throw new RemoteError("temporarily_unavailable", "The token endpoint is restarting.");
      return "lat_x";
    }),
  ]);
  assert.equal(cutOff.length, 1);
  assert.match(cutOff[0]!, /ended early/);
  assert.deepEqual(withoutToken, ["The token endpoint is restarting."]);
});

void test("A response that is no list of events is an error that says so", async (context) => {
  const { followed } = follow(await aSiteThat(context, sending("<p>Maintenance</p>")));
  await assert.rejects(followed.next(), (error) => {
    assert.ok(error instanceof RemoteError);
    assert.deepEqual([error.code, /something else than a list/.test(error.message)], ["unexpected_response", true]);
    return true;
  });
});

void test("The command ends without an error if it is stopped before the first response", async (context) => {
  const requested = Promise.withResolvers<void>();
  const origin = await aSiteThat(context, () => requested.resolve());
  const { followed, stop } = follow(origin);
  const first = followed.next();
  await requested.promise;
  stop.abort();
  assert.equal((await first).done, true);
});
