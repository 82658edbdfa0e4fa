import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { dispatchEvents } from "#domain/webhooks/events/dispatch-events.ts";
import { anApiKey } from "../support/worlds/api-key.ts";
import { lectern } from "../support/worlds/installation.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { root } from "../support/data/source-tree.ts";
import { contextAt } from "../support/doubles/webhook-receiver.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";

interface Received {
  headers: Record<string, string>;
  body: string;
}

void describe("`lectern listen`", () => {
  let live: LiveSite;
  let operator: Operator;
  let key: string;
  let folder: string;
  const ends: (() => void)[] = [];

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "lectern-listen-"));
    live = await aLiveSite();
    const owner = await live.site.member({ roles: ["owner"] });
    operator = await operatorOf(live.site, "courses:read courses:write");
    ({ key } = await anApiKey(live.site, owner, ["school:read", "courses:read"]));
  });
  after(async () => {
    for (const end of ends) end();
    await live.close();
    rmSync(folder, { recursive: true });
  });

  /** A receiver that answers with these statuses in turn, then with 204. */
  async function aReceiver(statuses: number[] = []) {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(statuses.shift() ?? 204).end();
      });
    });
    ends.push(() => server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
  }

  /** Starts the command, and reads its output line by line. */
  function listen(words: string[], env: Record<string, string> = { LECTERN_API_KEY: key }) {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const child = spawn(process.execPath, [path.join(root, "src/cli/main.ts"), "listen", ...words], {
      env: { PATH, NODE_COMPILE_CACHE, XDG_CONFIG_HOME: folder, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    ends.push(() => child.kill("SIGKILL"));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const notes = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
    const next = (from: typeof lines) => async (expected: RegExp) => {
      const { value, done } = await from.next();
      assert.ok(!done, `The output ended before ${String(expected)}.`);
      assert.match(value, expected);
      return value;
    };
    const closed = once(child, "close") as Promise<[number | null, string | null]>;
    return { child, line: next(lines), note: next(notes), closed };
  }

  async function happen(name: string) {
    const response = await operator.post("/courses", { name });
    assert.equal(response.statusCode, 201);
    while ((await dispatchEvents(contextAt(live.site))) > 0);
    return response.json<{ id: string }>().id;
  }

  const interrupted = async ({ child, closed }: ReturnType<typeof listen>) => {
    child.kill("SIGINT");
    assert.deepEqual(await closed, [0, null]);
  };

  void test("Forwards events from now on, signed with the printed secret, in the form of a webhook", async () => {
    await happen("Before");
    const { received, url } = await aReceiver([500]);
    const listening = listen(["--site", live.origin, "--forward-to", url, "--events", "course.created"]);
    await listening.note(/Listening for events of http/);
    const secret = (await listening.note(/^Signing secret: whsec_/)).replace("Signing secret: ", "");
    const file = path.join(folder, "lectern/listen-secret");
    assert.equal(readFileSync(file, "utf8").trim(), secret);
    assert.equal(statSync(file).mode & 0o777, 0o600);

    for (const [name, status] of [
      ["Knots", 500],
      ["Splices", 204],
    ] as const) {
      const id = await happen(name);
      const [, eventId] = /course\.created (evt_\w+)/.exec(await listening.line(/course\.created evt_/))!;
      await listening.line(new RegExp(`  ${status} POST ${url} ${eventId}`));
      const { headers, body } = received.shift()!;
      const event = new Webhook(secret).verify(body, headers) as Record<string, unknown>;
      const { object, ...listed } = (await operatorWithKey(`/webhook_events/${eventId}`)) as Record<string, unknown>;
      assert.equal(object, "webhook_event");
      assert.deepEqual(event, listed);
      assert.equal((event["data"] as { object: { id: string } }).object.id, id);
      assert.equal(headers["webhook-id"], eventId);
    }
    assert.deepEqual(received, []);
    await interrupted(listening);
  });

  async function operatorWithKey(address: string): Promise<unknown> {
    return (await live.site.get(`/api/v1${address}`, { bearer: key })).json();
  }

  void test("Tries again while the site cannot be reached, and misses no event", async () => {
    let failing = false;
    const proxy = createServer((request, response) => {
      if (failing) {
        response.writeHead(503, { "retry-after": "1" }).end();
        return;
      }
      void live.site
        .request("GET", request.url!, { headers: { authorization: request.headers.authorization! } })
        .then(({ statusCode, body }) => response.writeHead(statusCode).end(body));
    });
    ends.push(() => proxy.close());
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const site = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const listening = listen(["--site", site, "--json"]);
    const { ready } = JSON.parse(await listening.line(/ready/)) as { ready: object };
    assert.deepEqual(ready, { site, forward_to: null, signing_secret: null });
    failing = true;
    const refused = once(proxy, "request");
    const id = await happen("Missed");
    await refused;
    failing = false;
    const { event } = JSON.parse(await listening.line(/course\.created/)) as {
      event: { type: string; data: { object: { id: string } } };
    };
    assert.deepEqual([event.type, event.data.object.id], ["course.created", id]);
    await interrupted(listening);
  });

  void test("A receiver that does not run is reported, and the command continues", async () => {
    const listening = listen(["--site", live.origin, "--forward-to", "127.0.0.1:9/hook"]);
    await listening.note(/Listening/);
    await listening.note(/Signing secret/);
    await happen("Nobody there");
    await listening.line(/course\.created evt_/);
    await listening.line(/ {2}.* POST http:\/\/127\.0\.0\.1:9\/hook evt_/);
    await interrupted(listening);
  });

  const wrong: [string, string[], number, RegExp][] = [
    ["an unknown event type", ["--events", "course.creatd"], 2, /Did you mean course\.created\?/],
    ["a receiver of another machine without encryption", ["--forward-to", "http://a.example/x"], 2, /Use https/],
    ["a receiver with another protocol", ["--forward-to", "ftp://localhost/x"], 2, /Expected an address/],
    ["no site", [], 2, /Specify a --site/],
    ["nobody signed in", ["--site", "https://a.example"], 1, /not signed in/],
  ];
  for (const [what, words, code, why] of wrong) {
    void test(`Exits with ${code} for ${what}`, async () => {
      const outcome = await lectern(["listen", ...words], {
        env: { XDG_CONFIG_HOME: mkdtempSync(`${folder}/empty-`) },
      });
      assert.equal(outcome.code, code, outcome.stderr);
      assert.match(outcome.stderr, why);
    });
  }

  void test("Exits with 1 for a key without school:read, and for a site that does not respond", async () => {
    const member = await live.site.member({ roles: ["owner"] });
    const narrow = await anApiKey(live.site, member, ["courses:read"]);
    const listing = (site: string) =>
      lectern(["listen", "--site", site], { env: { XDG_CONFIG_HOME: folder, LECTERN_API_KEY: narrow.key } });
    const refused = await listing(live.origin);
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /403 insufficient_scope/);
    const silent = await listing("http://127.0.0.1:1");
    assert.equal(silent.code, 1);
    assert.match(silent.stderr, /did not respond/);
  });
});
