import assert from "node:assert/strict";
import { explorerPath } from "#domain/site/sites/explorer-client.ts";
import { type Attempt, cookiesOf } from "./attempt.ts";

/** The explorer is public at a site that enables it, and 404 at all others. */
export const explorer =
  (path: string): Attempt =>
  async (there, { site }) => {
    const headers = { cookie: cookiesOf(there.browser), accept: "text/html" };
    const answer = await site.get(`${explorerPath}${path}`, { headers, bearer: there.tokens.access_token });
    assert.equal(answer.statusCode, 404);
    return [answer];
  };
