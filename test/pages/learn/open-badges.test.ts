import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { newId } from "#domain/platform/ids.ts";
import { rotateCredentialKey } from "#domain/learning/open-badges/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, type Operator } from "../../rest/support/operator.ts";
import { aCourse, aLecture, aSection } from "../../rest/support/taught-course.ts";
import { day, later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { verifyBadge } from "../../support/verifier/verify-badge.ts";
import { type ASite, badges } from "../../support/world.ts";

const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write";

async function aCertificate(operator: Operator, name: string | null = "Ana Moreau") {
  const course = await aCourse(operator, "Night sky");
  const lecture = await aLecture(operator, await aSection(operator, course));
  const member = await operator.site.member({ name, email: `${newId()}@example.test` });
  const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub });
  const { id: enrollment } = enrolled.json<{ id: string }>();
  const event = {
    id: crypto.randomUUID(),
    lecture_id: lecture.id,
    kind: "completed",
    occurred_at: now().toISOString(),
  };
  await operator.post(`/enrollments/${enrollment}/progress`, { events: [event] });
  const issued = await operator.post("/certificates", { enrollment_id: enrollment });
  return { ...issued.json<{ id: string; serial: string }>(), member };
}

async function badgeOf(site: ASite, serial: string): Promise<string> {
  const badge = await site.get(`/certificates/${serial}/badge`);
  assertStatus(badge, 200);
  assert.equal(badge.headers["content-type"], "application/vc+jwt");
  assert.equal(badge.headers["content-disposition"], `attachment; filename="badge-${serial}.jwt"`);
  assert.equal(badge.headers["access-control-allow-origin"], "*");
  return badge.body;
}

const from = (site: ASite) => async (address: string) => {
  const { origin, pathname } = new URL(address);
  assert.equal(origin, site.origin);
  const { statusCode, headers, body } = await site.get(pathname);
  return { statusCode, contentType: headers["content-type"]?.toString(), body };
};

const verify = (site: ASite, jwt: string) => verifyBadge(jwt, from(site), now());

const rotate = ({ context }: ASite, withdraw = false) =>
  perform(
    rotateCredentialKey,
    { ...context(), db: database, caller: { kind: "cli" }, badges, now: now() },
    { withdraw },
  );

void describe("The Open Badge of a certificate", () => {
  void test("is verified by independent libraries, and shows what the certificate shows", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const { serial, member } = await aCertificate(operator);
    const page = await site.get(`/certificates/${serial}`);
    assert.ok(page.body.includes(`href="/certificates/${serial}/badge"`));
    const jwt = await badgeOf(site, serial.toLowerCase().replaceAll("-", "")).catch(() => badgeOf(site, serial));
    const { badge, revoked } = await verify(site, jwt);
    assert.equal(revoked, false);
    assert.deepEqual(
      [badge.id, badge.credentialSubject.identifier?.[0]?.identityHash, badge.credentialSubject.achievement.name],
      [`${site.origin}/certificates/${serial}/badge`, "Ana Moreau", "Night sky"],
    );
    assert.deepEqual(Object.keys(decodeProtectedHeader(jwt)).toSorted(), ["alg", "kid", "typ"]);
    const text = JSON.stringify(badge);
    assert.ok(!text.includes(member.email) && !text.includes(member.sub) && !text.includes(member.id));
  });

  void test("has no name for a student without one", async () => {
    const operator = await anOperator(scopes);
    const { serial } = await aCertificate(operator, null);
    const { badge } = await verify(operator.site, await badgeOf(operator.site, serial));
    assert.equal(badge.credentialSubject.identifier, undefined);
  });

  void test("is revoked with its certificate, and no other", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const [one, other] = [await aCertificate(operator), await aCertificate(operator)];
    const jwts = [await badgeOf(site, one.serial), await badgeOf(site, other.serial)];
    const indexes = jwts.map(
      (jwt) => (decodeJwt(jwt)["credentialStatus"] as { statusListIndex: string }).statusListIndex,
    );
    assert.deepEqual(indexes, ["0", "1"]);
    await operator.post(`/certificates/${one.id}/revoke`, { reason: "Copied" });
    await later(minute, async () => {
      const states = await Promise.all(jwts.map((jwt) => verify(site, jwt)));
      assert.deepEqual(
        states.map(({ revoked }) => revoked),
        [true, false],
      );
    });
    assert.equal((await site.get(`/certificates/${one.serial}/badge`)).statusCode, 404);
    assert.ok(!(await site.get(`/certificates/${one.serial}`)).body.includes("/badge"));
  });

  void test("counts as revoked after its certificate was deleted, and its position is not used again", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const gone = await aCertificate(operator);
    const jwt = await badgeOf(site, gone.serial);
    await database.run`delete from certificates where site_id = ${site.site.id} and serial = ${gone.serial}`;
    const next = decodeJwt(await badgeOf(site, (await aCertificate(operator)).serial));
    assert.equal((next["credentialStatus"] as { statusListIndex: string }).statusListIndex, "1");
    await later(minute, async () => assert.equal((await verify(site, jwt)).revoked, true));
  });

  void test("continues in the next list after 131,072 badges", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    await database.run`insert into credential_statuses (site_id, next_index) values (${site.site.id}, 131072)`;
    const jwt = await badgeOf(site, (await aCertificate(operator)).serial);
    const { badge, revoked } = await verify(site, jwt);
    assert.equal(revoked, false);
    assert.match(badge.credentialStatus.statusListCredential, /\/certificates\/status\/1$/);
    assert.equal(badge.credentialStatus.statusListIndex, "0");
    assert.equal((await site.get("/certificates/status/2")).statusCode, 404);
  });

  void test("ends with the certificate", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const { serial } = await aCertificate(operator);
    const end = new Date(now().getTime() + day);
    await database.run`
      update certificates set expires_at = ${end} where site_id = ${site.site.id} and serial = ${serial}`;
    const jwt = await badgeOf(site, serial);
    assert.equal((await verify(site, jwt)).revoked, false);
    await later(2 * day, () => assert.rejects(verify(site, jwt), /exp/));
  });
});

void describe("The key of Open Badges", () => {
  void test("rotates: old badges verify, and new ones are signed with the new key", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const { serial } = await aCertificate(operator);
    const before = await badgeOf(site, serial);
    const { kid } = await rotate(site);
    const after = await badgeOf(site, serial);
    assert.equal(decodeProtectedHeader(after).kid, kid);
    assert.notEqual(decodeProtectedHeader(before).kid, kid);
    for (const jwt of [before, after]) assert.equal((await verify(site, jwt)).revoked, false);
    const { keys } = (await site.get("/certificates/keys")).json<{ keys: Record<string, string>[] }>();
    assert.deepEqual([keys.length, keys[0]!["kid"], keys[0]!["alg"]], [2, kid, "RS256"]);
    assert.ok(keys.every((key) => !("d" in key) && !("p" in key)));
    const held = await database.many<{ id: string }>`
      select id from credential_keys where site_id = ${site.site.id} and private_key is not null`;
    assert.equal(held.length, 1);
  });

  void test("can be withdrawn: its badges are refused, and can be issued again", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    const { serial } = await aCertificate(operator);
    const before = await badgeOf(site, serial);
    await rotate(site, true);
    await assert.rejects(verify(site, before));
    assert.equal((await verify(site, await badgeOf(site, serial))).revoked, false);
  });

  void test("is the site's own: a badge of another site, or a changed one, is refused", async () => {
    const [one, two] = [await anOperator(scopes), await anOperator(scopes)];
    const [jwt, other] = [
      await badgeOf(one.site, (await aCertificate(one)).serial),
      await badgeOf(two.site, (await aCertificate(two)).serial),
    ];
    const [header, , signature] = jwt.split(".");
    await assert.rejects(verify(one.site, [header, other.split(".")[1], signature].join(".")));
    const { pathname } = new URL(decodeProtectedHeader(other).kid!);
    assert.equal((await one.site.get(pathname)).statusCode, 404);
    assert.equal(
      (await one.site.get(`/certificates/${String(decodeJwt(other).jti).split("/")[4]}/badge`)).statusCode,
      404,
    );
  });
});
