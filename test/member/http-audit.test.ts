import assert from "node:assert/strict";
import { test } from "node:test";
import { serverAudits } from "graphql-http";
import { aReader } from "./support/reader.ts";

const { site, bearer } = await aReader();

/** Like `fetch`, with the member's token. */
async function fetchAsMember(url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url);
  const headers = Object.fromEntries(new Headers(init.headers));
  const method = (init.method ?? "GET") as "GET" | "POST";
  const payload = init.body as string | undefined;
  const response = await site.request(method, `${pathname}${search}`, {
    headers,
    bearer,
    ...(payload !== undefined && { payload }),
  });
  const answered = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(response.rawPayload, { status: response.statusCode, headers: answered });
}

const audits = serverAudits({ url: `${site.origin}/member/graphql`, fetchFn: fetchAsMember });

/** Optional parts of the specification: only POST is supported. */
const notTaken = new Set(["5A70", "D6D5", "6A70"]);

for (const { id, name, fn } of audits) {
  if (notTaken.has(id)) continue;
  void test(`GraphQL over HTTP: ${name} (${id})`, async () => {
    const result = await fn();
    const reason = result.status === "ok" ? "" : result.reason;
    assert.equal(result.status, "ok", reason);
  });
}

const wordsOf = (taken: boolean) =>
  new Set(audits.filter(({ id }) => notTaken.has(id) !== taken).map(({ name }) => name.split(" ")[0]));

void test("GraphQL over HTTP: every must and should of the suite is tested", () => {
  assert.ok(wordsOf(true).isSupersetOf(new Set(["MUST", "SHOULD"])));
  assert.deepEqual([...wordsOf(false)], ["MAY"]);
});
