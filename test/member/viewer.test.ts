import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { setRoles, setStatus } from "../support/worlds/records.ts";
import { aSite, type ASite, type AMember } from "../support/world.ts";

const tokenOf = async (site: ASite, member: AMember, scope = "openid profile email account:read") =>
  (await site.connect(await site.operatorClient(), member, scope)).access_token;

/** Adds the same person to another site of the installation. */
const alsoAt = (site: ASite, { email }: AMember) => site.member({ email, name: "Ana", roles: ["manager", "student"] });

void test("The viewer matches UserInfo", async () => {
  const site = await aSite();
  const member = await site.member({ name: "Ana Lima" });
  const token = await tokenOf(site, member);
  const response = await site.graphql("{ viewer { id name email } }", token);
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  assert.equal(response.headers["cache-control"], "no-store");
  const { viewer } = response.json<{ data: { viewer: object } }>().data;
  assert.deepEqual(viewer, { id: member.sub, name: "Ana Lima", email: member.email });
  const { sub, name, email } = (await site.userinfo(token)).json<Record<string, string>>();
  assert.deepEqual(viewer, { id: sub, name, email });
});

void test("A missing name is null", async () => {
  const site = await aSite();
  const token = await tokenOf(site, await site.member({ name: null }));
  assert.equal((await site.graphql("{ viewer { name } }", token)).body, '{"data":{"viewer":{"name":null}}}');
});

const school = ({ site: { id, name, origin } }: ASite) => ({ id: formatId("site", id), name, url: origin });

void test("schools lists every site at which the person has a role, this one first", async () => {
  const [site, elsewhere, nowhere] = [await aSite(), await aSite(), await aSite()];
  const member = await site.member({ roles: ["student", "lecturer"] });
  await alsoAt(elsewhere, member);
  const left = await alsoAt(nowhere, member);
  await setRoles(nowhere, left, []);

  const query = "{ viewer { schools { id name url roles current } } }";
  const { data } = (await site.graphql(query, await tokenOf(site, member))).json<{
    data: { viewer: { schools: object[] } };
  }>();
  assert.deepEqual(data.viewer.schools, [
    { ...school(site), roles: ["lecturer", "student"], current: true },
    { ...school(elsewhere), roles: ["manager", "student"], current: false },
  ]);
});

void test("A site at which the person is suspended is not listed", async () => {
  const [site, elsewhere] = [await aSite(), await aSite()];
  const member = await site.member();
  await setStatus(elsewhere, await alsoAt(elsewhere, member), "suspended");
  const response = await site.graphql("{ viewer { schools { current } } }", await tokenOf(site, member));
  assert.equal(response.body, '{"data":{"viewer":{"schools":[{"current":true}]}}}');
});

void test("org_id of UserInfo is the id of the current school", async () => {
  const site = await aSite();
  const token = await tokenOf(site, await site.member());
  const { data } = (await site.graphql("{ viewer { schools { id } } }", token)).json<{
    data: { viewer: { schools: [{ id: string }] } };
  }>();
  assert.equal((await site.userinfo(token)).json<{ org_id: string }>().org_id, data.viewer.schools[0].id);
});

void test("Two people who query concurrently each read their own data", async () => {
  const site = await aSite();
  const members = await Promise.all(Array.from({ length: 8 }, () => site.member()));
  const tokens = await Promise.all(members.map((member) => tokenOf(site, member)));
  const answers = await Promise.all(tokens.map((token) => site.graphql("{ viewer { id } }", token)));
  const read = answers.map((answer) => answer.json<{ data: { viewer: { id: string } } }>().data.viewer.id);
  assert.deepEqual(
    read,
    members.map(({ sub }) => sub),
  );
});
