import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { database } from "../../support/databases/database.ts";
import type { AClient, ASite, Tokens } from "../../support/world.ts";
import { logOut, logoutClaims, twoSessions } from "./support/provider-logouts.ts";
import { authorizeIn, connectIn, memberIn } from "./support/provider-site.ts";

/** Whether the tokens of an application work: the access token, then a refresh. */
async function work(site: ASite, client: AClient, tokens: Tokens): Promise<[boolean, boolean]> {
  const access = (await site.userinfo(tokens.access_token)).statusCode === 200;
  return [access, (await site.refresh(client, tokens.refresh_token)).statusCode === 200];
}

const none = [false, false];
const both = [true, true];

/** Two sessions of the provider and one with a password, in each of which the person authorizes an application. */
async function threeApplications() {
  const world = await twoSessions();
  const { site } = world.connected;
  const clients = [await site.operatorClient(), await site.operatorClient(), await site.operatorClient()] as const;
  const { id } = (await database.first<{ id: string }>`
    select id from members where site_id = ${site.id} and email = ${world.claims.email}`)!;
  const three = await site.signedIn({ id, sub: "", email: world.claims.email, accountId: "" });
  const browsers = [world.one, world.two, three] as const;
  const [first, second, third] = [
    await connectIn(browsers[0], site, clients[0]),
    await connectIn(browsers[1], site, clients[1]),
    await connectIn(browsers[2], site, clients[2]),
  ];
  const outcome = async () => [
    await work(site, clients[0], first),
    await work(site, clients[1], second),
    await work(site, clients[2], third),
  ];
  return { ...world, site, clients, outcome };
}

void describe("Tokens of applications that a person authorized in a session of the provider", () => {
  void test("end with that session, and no others do", async () => {
    const { connected, claims, outcome } = await threeApplications();
    const token = await connected.provider.sign(logoutClaims(connected, { sub: claims.sub, sid: "session-1" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.deepEqual(await outcome(), [none, both, both]);
  });

  void test("end with all sessions of the person, but not those from a sign-in with a password", async () => {
    const { connected, claims, outcome } = await threeApplications();
    const token = await connected.provider.sign(logoutClaims(connected, { sub: claims.sub }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.deepEqual(await outcome(), [none, none, both]);
  });

  void test("end also if the person signed out here before, and the audit log counts them", async () => {
    const { connected, one, site, outcome } = await threeApplications();
    await one.submit(await one.open("/account"), {}, "/sign-out");
    const token = await connected.provider.sign(logoutClaims(connected, { sid: "session-1" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.deepEqual(await outcome(), [none, both, both]);
    const { details } = (await database.first<{ details: object }>`
      select details from audit_entries where site_id = ${site.id} and action = 'endProviderSessions'`)!;
    assert.deepEqual(details, { ended: 0, applications: 1 });
  });

  void test("end in the frame of a logout page", async () => {
    const { connected, site, outcome } = await threeApplications();
    const query = new URLSearchParams({ iss: connected.provider.issuer, sid: "session-2" });
    assert.equal((await site.get(`${connected.path}/front-channel-logout?${query.toString()}`)).statusCode, 200);
    assert.deepEqual(await outcome(), [both, none, both]);
  });

  void test("end by their session, after its row and the identity of the person were deleted", async () => {
    const { connected, site, outcome } = await threeApplications();
    await database.run`delete from sessions where site_id = ${site.id}`;
    await database.run`delete from identities where site_id = ${site.id}`;
    const token = await connected.provider.sign(logoutClaims(connected, { sid: "session-1" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    const query = new URLSearchParams({ iss: connected.provider.issuer, sid: "session-2" });
    assert.equal((await site.get(`${connected.path}/front-channel-logout?${query.toString()}`)).statusCode, 200);
    assert.deepEqual(await outcome(), [none, none, both]);
  });

  void test("end when the person disconnects the provider, as its sessions do", async () => {
    const { connected, site, one, outcome } = await threeApplications();
    // A password is another way to sign in.
    await database.run`
      update accounts set password_hash = 'x' where id in (select account_id from members where site_id = ${site.id})`;
    const action = `/account/sign-in/${connected.wireId}/disconnect`;
    await one.submit(await one.open("/account/sign-in"), {}, action);
    assert.deepEqual(await outcome(), [none, none, both]);
    assert.notEqual(await memberIn(one), undefined);
  });

  void test("are not issued for a code from before the logout", async () => {
    const { connected, claims, one } = await twoSessions();
    const { site } = connected;
    const client = await site.operatorClient();
    const { code, verifier } = await authorizeIn(one, client);
    const token = await connected.provider.sign(logoutClaims(connected, { sub: claims.sub, sid: "session-1" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.equal((await site.exchange(client, code, verifier)).statusCode, 400);
  });

  void test("end with a consent that was remembered too", async () => {
    const { connected, claims, one } = await twoSessions();
    const { site } = connected;
    const client = await site.operatorClient();
    await connectIn(one, site, client);
    const remembered = await connectIn(one, site, client);
    const token = await connected.provider.sign(logoutClaims(connected, { sub: claims.sub, sid: "session-1" }));
    assert.equal((await logOut(connected, token)).statusCode, 200);
    assert.deepEqual(await work(site, client, remembered), none);
  });
});
