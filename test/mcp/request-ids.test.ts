import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { envelopesIn, idIn } from "#mcp/protocol/envelope.ts";
import { randomFrom } from "../support/data/random.ts";
import { rounds } from "../support/thorough.ts";
import { type ASite, aSite } from "../support/world.ts";

const send = (site: ASite, payload: string, headers: Record<string, string> = {}, path = "/mcp") =>
  site.request("POST", path, { payload, headers: { "content-type": "application/json", ...headers } });

/** JSON text of the ID in a response. */
const idOf = async (body: string): Promise<string | undefined> => idIn((await envelopesIn(body))[0]!)?.rawJSON;

const ping = (id: string) => `{"jsonrpc": "2.0", "id": ${id}, "method": "ping"}`;

void describe("The ID of a request", () => {
  void test("comes back byte for byte, also beyond the integers that a double holds", async () => {
    const site = await aSite();
    const ids = [
      "0",
      "-1",
      "-0",
      "9007199254740993",
      "-9223372036854775808",
      "18446744073709551617",
      "1".repeat(300),
      "1.0",
      "1e3",
      '""',
      '"a"',
      String.raw`"\u0061\/\ud800"`,
      '"學 🎓"',
    ];
    for (const id of ids) {
      const response = await send(site, ping(id));
      assert.deepEqual([response.statusCode, await idOf(response.body)], [200, id], response.body);
    }
    const refused = ["1.5", "1e400", "-1e999", "null", "true", "[1]", '{"a": 1}', `"${"a".repeat(1001)}"`];
    for (const id of refused) {
      const response = await send(site, ping(id));
      assert.equal(response.statusCode, 400);
      assert.match(response.body, /`id` must be an integer or a string of at most 1000 characters/);
    }
  });

  void test("is the same in a compressed list, a stream and a result with notifications", async () => {
    const site = await aSite();
    const id = "12345678901234567890";
    const list = `{"jsonrpc":"2.0","id":${id},"method":"tools/list"}`;
    const compressed = await send(site, list, { "accept-encoding": "gzip" });
    assert.equal(compressed.headers["content-encoding"], "gzip");
    const text = await new Response(
      new Blob([new Uint8Array(compressed.rawPayload)]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).text();
    assert.equal(await idOf(text), id);
    const modern = "2026-07-28";
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": modern,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const params = JSON.stringify({ notifications: {}, _meta });
    const listen = `{"jsonrpc":"2.0","id":${id},"method":"subscriptions/listen","params":${params}}`;
    const stream = await send(site, listen, {
      "mcp-protocol-version": modern,
      "mcp-method": "subscriptions/listen",
      accept: "application/json, text/event-stream",
    });
    assert.equal(stream.body.match(new RegExp(`"id":${id},"result"`))?.length, 1, stream.body);
    assert.match(stream.body, new RegExp(`subscriptionId":${id}`));
  });

  void test("is in every error that could read it", async () => {
    const site = await aSite({ mcpAnonymousRequestsPerMinute: 1 });
    const id = "9007199254740993";
    const message = (rest: string) => `{"jsonrpc":"2.0","id":${id},${rest}}`;
    const deep = "[".repeat(70) + "]".repeat(70);
    const wide = `[${"0,".repeat(100_001)}0]`;
    const cases: [name: string, payload: string, headers?: Record<string, string>, path?: string][] = [
      ["no method", message('"params":{}')],
      ["another version", `{"jsonrpc":"1.0","id":${id},"method":"ping"}`],
      ["params that are a list", message('"method":"tools/call","params":[]')],
      ["an unknown method", message('"method":"tools/drop"')],
      ["a fractional ID", ping("1.5")],
      ["an unknown protocol version", message('"method":"ping"'), { "mcp-protocol-version": "2030-01-01" }],
      ["headers that differ", message('"method":"ping"'), { "mcp-protocol-version": "2026-07-28", "mcp-method": "x" }],
      ["an unknown tool", message('"method":"tools/call","params":{"name":"nothing"}')],
      ["arguments that are a list", message('"method":"tools/call","params":{"name":"search","arguments":[1]}')],
      ["too many values", message(`"method":"tools/call","params":{"name":"search","arguments":{"query":${wide}}}`)],
      ["too deep arguments", message(`"method":"tools/call","params":{"a":"${"b".repeat(70_000)}","c":${deep}}`)],
      ["a forbidden field", message('"method":"ping","params":{"__proto__":{}}')],
      ["an ID behind too many values", `{"jsonrpc":"2.0","method":"ping","params":{"a":${wide}},"id":${id}}`],
      ["the same member twice", message('"method":"ping","method":"tools/list"')],
      ["the same member twice, once escaped", message(String.raw`"method":"ping","m\u0065thod":"tools/list"`)],
      ["an unknown prompt", message('"method":"prompts/get","params":{"name":"nothing"}')],
      ["an unknown resource", message('"method":"resources/read","params":{"uri":"site://nothing"}')],
      ["a cursor", message('"method":"tools/list","params":{"cursor":"x"}')],
      ["a page of another origin", message('"method":"ping"'), { origin: "https://evil.example" }],
      ["another type of response", message('"method":"ping"'), { accept: "image/png" }],
      ["an unknown toolset", message('"method":"ping"'), {}, "/mcp/x/nothing"],
    ];
    for (const [name, payload, headers, path] of cases) {
      await site.set({ mcpAnonymousRequestsPerMinute: 1000 });
      const response = await send(site, payload, headers, path);
      assert.ok("error" in response.json<object>(), `${name}: ${response.body}`);
      const expected = name === "a fractional ID" ? "1.5" : id;
      assert.equal(await idOf(response.body), expected, `${name}: ${response.body.slice(0, 300)}`);
    }
    await site.set({ mcpAnonymousRequestsPerMinute: 1 });
    const call = message('"method":"tools/call","params":{"name":"get_site_info"}');
    let limited = await send(site, call);
    for (let count = 0; limited.statusCode === 200 && count < 5; count++) limited = await send(site, call);
    assert.deepEqual([limited.statusCode, await idOf(limited.body)], [429, id]);
  });

  void test("is missing where it was not read, or occurs twice", async () => {
    const site = await aSite();
    for (const payload of ["{", `{"id":1,"id":2,"jsonrpc":"2.0","method":"ping"}`, "[]", "7", `"id"`]) {
      const response = await send(site, payload);
      assert.equal(response.statusCode, 400);
      assert.ok(!("id" in response.json<object>()), response.body);
    }
  });

  void test("is answered for each message of a batch, as clients of 2025-03-26 expect", async () => {
    const site = await aSite();
    const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    const batch = `[${ping("1")}, ${notification}, 7, ${ping("9007199254740993")}, ${ping('"a]"')}]`;
    const response = await send(site, batch, { "mcp-protocol-version": "2025-03-26" });
    assert.equal(response.statusCode, 400);
    assert.deepEqual(
      [...response.body.matchAll(/"id":([^,]+),"error":\{"code":(-\d+)/g)].map(([, id, code]) => [id, code]),
      [
        ["1", "-32600"],
        ["9007199254740993", "-32600"],
        ['"a]"', "-32600"],
      ],
    );
    const long = await send(site, `[${Array<string>(101).fill(ping("1")).join(",")}]`);
    assert.ok(!Array.isArray(long.json()), "a longer batch gets one error");
  });

  void test("is found among any other members", async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const space = () => pick(["", "", " ", "\n\t", "\r\n  "]);
    const text = () => JSON.stringify(pick(["id", "", '"', "\\", '\\"id":1', "{[", "]}", "a,b:c", "\u0000", "學"]));
    const value = (depth: number): string => {
      if (depth === 0 || random() < 0.5) return pick([text(), "1", "-0.5e3", "true", "null", "[]", "{}"]);
      const parts = Array.from({ length: Math.floor(random() * 4) }, () => value(depth - 1));
      if (random() < 0.5) return `[${parts.map((part) => `${space()}${part}${space()}`).join(",")}]`;
      return `{${parts.map((part) => `${space()}${text()}${space()}:${space()}${part}`).join(",")}}`;
    };
    for (let round = 0; round < rounds(2000, 50_000); round++) {
      const id = pick(["1", "9007199254740993", '"a"', String.raw`"\"}"`, "-0"]);
      const names = ["a", "b", "c", "params"].slice(0, Math.floor(random() * 5));
      const others = names.map((name) => `"${name}"${space()}:${space()}${value(4)}`);
      others.splice(Math.floor(random() * (others.length + 1)), 0, `${pick(['"id"', '"\\u0069d"'])}:${space()}${id}`);
      const json = `${space()}{${others.map((part) => space() + part + space()).join(",")}}${space()}`;
      JSON.parse(json);
      const [envelope] = await envelopesIn(json);
      assert.deepEqual(envelope, { id, repeated: undefined }, `seed ${seed}: ${json}`);
    }
  });
});
