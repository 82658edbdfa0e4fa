import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeJwt } from "jose";
import { later, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { verifyBadge } from "../../support/verifier/verify-badge.ts";
import { type ASite, aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const path = "/admin/certificates";

/** A manager, and a course of one lecture that issues certificates. */
async function aSchool() {
  const site = await aSite();
  const course = await aCourse(site, [[{ completionRule: { kind: "manual" } }]], { course: { name: "Knots" } });
  await database.run`
    update courses set certificate_months = 12 where site_id = ${site.site.id} and id = ${course.id}`;
  const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
  /** A student who completes the course, with the address of the certificate. */
  const complete = async (name: string) => {
    const member = await site.member({ name });
    await enrollMember(site, member, course);
    const browser = await site.signedIn(member);
    const [lesson] = course.lessons;
    await browser.submit(await browser.open(lesson!.path), {}, `${lesson!.path}/done`);
    const [, serial] = /href="\/certificates\/([^"/]+)"/.exec((await browser.open(course.path)).body)!;
    return { member, browser, serial: serial!, proof: `/certificates/${serial!}` };
  };
  return { site, course, manager, complete };
}

const listed = ({ body }: { body: string }) =>
  [...body.matchAll(/<h2><a href="(\/admin\/certificates\/crt_[^"]+)"/g)].map(([, href]) => href!);

const verify = (site: ASite, jwt: string) =>
  verifyBadge(
    jwt,
    async (address) => {
      const { statusCode, headers, body } = await site.get(new URL(address).pathname);
      return { statusCode, contentType: headers["content-type"]?.toString(), body };
    },
    now(),
  );

void describe("The certificates of a school", () => {
  void test("are listed in the admin area, and found by student, serial number and status", async () => {
    const { site, manager, complete } = await aSchool();
    assert.match(textOf(await manager.open(path)), /No certificates yet\..* Certificates of courses/);
    const [ana, tom] = [await complete("Ana Lima"), await complete("Tom Reed")];
    const list = await manager.open(path);
    assert.match(textOf(list), /Tom Reed Knots .* Valid Ana Lima Knots/);
    const search = async (text: string) => listed(await manager.open(`${path}?search=${encodeURIComponent(text)}`));
    const [, ofAna] = listed(list);
    for (const text of ["lima", ana.member.email, ana.serial, ana.serial.toLowerCase().replaceAll("-", "")]) {
      assert.deepEqual(await search(text), [ofAna], text);
    }
    assert.deepEqual([await search("Unknown"), (await search(tom.serial)).length], [[], 1]);
    assert.match(textOf(await manager.open(`${path}?status=revoked`)), /No certificates match\. View all certificates/);
    await later(400 * 24 * 60 * minute, async () => {
      const later = await site.signedIn(await site.member({ roles: ["manager"] }));
      assert.match(textOf(await later.open(path)), /Tom Reed .* Expired/);
    });
    const own = await ana.browser.open(path);
    assert.equal(own.status, 403);
  });

  void test("are revoked with a reason, which the public page and the status list follow, and issued again", async () => {
    const { site, manager, complete } = await aSchool();
    const { browser, serial, proof } = await complete("Ana Lima");
    const badge = (await site.get(`${proof}/badge`)).body;
    assert.equal((await verify(site, badge)).revoked, false);
    const [address] = listed(await manager.open(path));
    const page = await manager.open(address!);
    assert.match(textOf(page), /Certificate of Ana Lima Status Valid Course Knots .* Valid until /);
    for (const reason of ["", "  ", "x".repeat(501)]) {
      const refused = await manager.submit(page, { act: "revoke", reason }, address);
      assert.equal(refused.status, 422);
      assert.match(textOf(refused), /Enter a reason with at most 500 characters\./);
    }
    const revoked = await manager.submit(page, { act: "revoke", reason: "Copied <work>" }, address);
    assert.match(textOf(revoked), /has been revoked\. .* Status Revoked .* Reason Copied &lt;work&gt; /);
    assert.match(textOf(await manager.submit(page, { act: "revoke", reason: "Again" }, address)), /in the meantime/);
    const shown = await site.get(proof);
    assert.match(shown.body, /revoked/i);
    assert.doesNotMatch(shown.body, /Ana Lima|Copied/);
    await later(2 * minute, async () => assert.equal((await verify(site, badge)).revoked, true));
    assert.ok((await outboxOf(site)).some(({ type }) => type === "certificate.revoked"));

    const issued = await manager.submit(revoked, { act: "issue" }, address);
    assert.notEqual(issued.address, `${address!}?done=issued`);
    assert.match(textOf(issued), /A new certificate has been issued\. .* Status Valid/);
    assert.match(textOf(await manager.submit(revoked, { act: "issue" }, address)), /already has a valid certificate/);
    assert.equal(listed(await manager.open(`${path}?status=valid`)).length, 1);
    assert.match((await browser.open("/account/notifications")).body, /Your certificate for “Knots” is ready/);
    const next = /href="\/certificates\/([^"/]+)"/.exec(issued.body)![1]!;
    assert.notEqual(next, serial);
    const { credentialStatus } = decodeJwt<{ credentialStatus: { statusListIndex: string } }>(
      (await site.get(`/certificates/${next}/badge`)).body,
    );
    assert.equal(credentialStatus.statusListIndex, "1");
    const actions = (await auditOf(site)).map(({ action }) => action);
    assert.deepEqual(
      ["revokeCertificate", "issueCertificate"].map((name) => actions.filter((action) => action === name).length),
      [1, 1],
    );
  });
});
