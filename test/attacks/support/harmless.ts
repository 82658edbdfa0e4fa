import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";

/** Asserts a response without a server error in which no input is reflected as a header or as markup. */
export function assertHarmless({ statusCode, headers, body, raw }: LightMyRequestResponse): void {
  const requested = `${raw.req.method} ${raw.req.url?.slice(0, 300)}`;
  assert.ok(statusCode < 500, `${requested}: found ${statusCode}: ${body.slice(0, 500)}`);
  assert.ok(!("planted" in headers) && !JSON.stringify(headers["set-cookie"] ?? "").includes("planted"), requested);
  const location = headers.location ?? "/";
  assert.doesNotMatch(
    location,
    /^([a-z]+:)?[/\\]{0,2}[^/?#]*evil|^(javascript|data):/i,
    `${requested} leads to ${location}`,
  );
  if (!String(headers["content-type"]).startsWith("text/html")) return;
  const [planted] =
    /.{0,80}(?:<script(?! type="application\/ld\+json">|(\s+type="module")?\s+src="\/(docs\/)?assets\/[\w./-]+\.js")|<svg onload|<img src=x|href="javascript:).{0,80}/i.exec(
      body,
    ) ?? [];
  assert.equal(planted, undefined, requested);
}
