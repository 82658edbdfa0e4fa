import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Client } from "#oauth/clients/client.ts";
import { assertStatus } from "../support/assert-status.ts";
import { changeClient } from "../support/worlds/records.ts";
import { aSite, type Tokens } from "../support/world.ts";
import { account, identity } from "../conformance/support/client-oracle.ts";

// A single wider refresh and a lost role are tested in test/oauth/refresh.test.ts and
// test/access/role-changes.test.ts. Here no sequence of them may exceed the consent.

const own = [...identity, ...account];
const some = fc.subarray(own, { minLength: 1 });

type Step =
  /** The client requests these scopes, or omits the parameter. */
  | { do: "refresh"; scopes: string[] | undefined }
  /** An operator limits the client to these scopes, or removes the limit. */
  | { do: "narrow"; to: string[] | null };

const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant("refresh" as const),
      scopes: fc.option(some, { nil: undefined }),
    }),
    fc.record({ do: fc.constant("narrow" as const), to: fc.option(some, { nil: null }) }),
  ),
  { minLength: 1, maxLength: 8 },
);

void test("No sequence of refreshes and client changes gives a token more than the consented and currently allowed scopes", async () => {
  await fc.assert(
    fc.asyncProperty(some, steps, async (allowed, story: Step[]) => {
      const site = await aSite();
      const [member, client] = [await site.member(), await site.operatorClient({ confidential: true })];
      const first = await site.connect(client, member, allowed.join(" "));
      const tokens = [{ access: first.access_token, holds: allowed }];
      let refresh = first.refresh_token;
      let left: readonly string[] = own;

      for (const step of story) {
        if (step.do === "narrow") {
          left = step.to ?? own;
          await changeClient(site, client, { scopes: step.to as Client["scopes"] });
        } else {
          const response = await site.refresh(client, refresh, { scope: step.scopes?.join(" ") });
          const requested = step.scopes ?? allowed;
          if (!requested.every((scope) => allowed.includes(scope))) {
            assert.equal(response.json<{ error: string }>().error, "invalid_scope");
          } else {
            assertStatus(response, 200);
            const answer = response.json<Tokens>();
            refresh = answer.refresh_token;
            assert.deepEqual(
              sorted(answer.scope.split(" ")),
              sorted(requested.filter((scope) => left.includes(scope))),
            );
            tokens.push({ access: answer.access_token, holds: requested });
          }
        }
        for (const { access, holds } of tokens) {
          const now = holds.filter((scope) => left.includes(scope));
          const introspection = await site.postForm("/api/oauth/introspect", {
            token: access,
            client_id: client.clientId,
            client_secret: client.clientSecret,
          });
          assert.deepEqual(sorted(introspection.json<{ scope: string }>().scope.split(" ")), sorted(now));
          assert.equal((await site.userinfo(access)).statusCode, now.includes("openid") ? 200 : 403);
          const viewer = await site.graphql("{ viewer { id } }", access);
          assert.equal(viewer.statusCode, now.includes("account:read") ? 200 : 403);
        }
      }
    }),
    { numRuns: 25 },
  );
});

const sorted = (scopes: readonly string[]) => scopes.filter((scope) => scope !== "").toSorted();
