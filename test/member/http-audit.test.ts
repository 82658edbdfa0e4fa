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

for (const { id, name, fn } of audits) {
  void test(`GraphQL over HTTP: ${name} (${id})`, async () => {
    const result = await fn();
    const reason = result.status === "ok" ? "" : result.reason;
    assert.equal(result.status, "ok", reason);
  });
}
