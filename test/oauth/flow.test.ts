import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite } from "../support/world.ts";

test("a person signs in, allows an application, and it reads who they are", async () => {
  const site = await aSite();
  const member = await site.member({ name: "Ana Lima" });
  const client = await site.register();

  const tokens = await site.connect(client, member, "openid profile email");
  assert.equal(tokens.scope, "openid profile email");
  assert.ok(tokens.id_token);

  const userinfo = await site.userinfo(tokens.access_token);
  assert.deepEqual(userinfo.json(), {
    sub: member.sub,
    email: member.email,
    name: "Ana Lima",
    org_id: userinfo.json().org_id,
    roles: ["student"],
  });

  const refreshed = await site.refresh(client, tokens.refresh_token);
  assert.equal(refreshed.statusCode, 200, refreshed.body);
  const again = await site.refresh(client, tokens.refresh_token);
  assert.equal(again.statusCode, 400, again.body);
  assert.equal((await site.userinfo(refreshed.json().access_token)).statusCode, 401);
});

test("member api", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.operatorClient();
  const tokens = await site.connect(client, member, "openid account:read");
  const response = await site.graphql(
    "{ viewer { id name email schools { name roles current url id } enrolledCourses { nodes { slug } totalCount pageInfo { hasNextPage endCursor } } } }",
    tokens.access_token,
  );
  console.log(response.body);
  assert.equal(response.statusCode, 200);
});
