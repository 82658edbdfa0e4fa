import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, later } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aCourse, enrollMember, finish } from "../../support/worlds/lessons.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { mailsTo } from "../../support/doubles/mailroom.ts";
import { type AMember, type ASite, aSite } from "../../support/world.ts";

const month = 31 * day;

/** An owner, and a student of a course of one lecture, which is completed by opening it. */
async function aSchool() {
  const site = await aSite();
  const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
  const course = await aCourse(site, [[{}]], { course: { name: "Knots", slug: "knots" } });
  const member = await site.member({ name: "Ana Lima" });
  await enrollMember(site, member, course);
  return { site, owner, course, member, student: await site.signedIn(member) };
}

type School = Awaited<ReturnType<typeof aSchool>>;

async function giveCertificates(owner: School["owner"], months: string): Promise<void> {
  const page = await owner.open("/admin/certificates/courses");
  const [, action] = /action="(\/admin\/certificates\/courses\/crs_\w+)"/.exec(page.body)!;
  const saved = await owner.submit(page, { months }, action);
  assert.match(saved.body, /Your changes have been saved/);
}

/** The address of the certificate on the page of the course. */
const certificateOn = ({ body }: { body: string }) => /href="(\/certificates\/[^"/]+)"/.exec(body)?.[1];

const issuedTo = ({ site }: ASite, { id }: AMember) =>
  database.many<{ serial: string }>`
    select serial from certificates where site_id = ${site.id} and student_id = ${id}`;

void describe("Completing a course", () => {
  void test("issues its certificate once, tells the student, and links it from the course", async () => {
    const { site, owner, course, member, student } = await aSchool();
    await giveCertificates(owner, "0");
    assert.equal(certificateOn(await student.open(course.path)), undefined);
    await finish(student, course.lessons[0]!);
    const page = await student.open(course.path);
    const address = certificateOn(page);
    assert.ok(address);
    await finish(student, course.lessons[0]!);
    const [certificate, ...others] = await issuedTo(site, member);
    assert.deepEqual([`/certificates/${certificate!.serial}`, others], [address, []]);

    const proof = await site.get(address);
    assert.match(proof.body, /This certificate is valid.*Ana Lima.*Knots.*<dd>Valid<\/dd>.*Issued on.*<time datetime/s);
    assert.doesNotMatch(proof.body, /Valid until/);
    assert.match((await student.open("/account/notifications")).body, /Your certificate for “Knots” is ready/);
    const mails = await mailsTo(member.email);
    assert.ok(
      mails.some(({ email }) => /certificate/.test(email.subject ?? "")),
      "email",
    );
    assert.ok((await outboxOf(site)).some(({ type }) => type === "certificate.issued"));
    assert.ok((await auditActions(site)).includes("changeCertificatesOfCourse"));
    assert.match((await owner.open("/admin/certificates/courses")).body, /<option value="0" selected/);
  });

  void test("issues none where the course gives none", async () => {
    const { site, course, member, student } = await aSchool();
    await finish(student, course.lessons[0]!);
    assert.match((await student.open(course.path)).body, /Completed/);
    assert.deepEqual(await issuedTo(site, member), []);
  });

  void test("issues none to a student whose certificate was revoked", async () => {
    const { site, owner, course, member, student } = await aSchool();
    await giveCertificates(owner, "0");
    await finish(student, course.lessons[0]!);
    await database.run`
      update certificates set status = 'revoked', revoked_at = now()
       where site_id = ${site.site.id} and student_id = ${member.id}`;
    await database.run`
      update enrollments set status = 'active', completed_at = null
       where site_id = ${site.site.id} and student_id = ${member.id}`;
    await database.run`
      update lecture_progress set completed_at = null, completion_decided_at = null where site_id = ${site.site.id}`;
    await finish(student, course.lessons[0]!);
    assert.equal((await issuedTo(site, member)).length, 1);
    const page = await student.open(course.path);
    assert.match(page.body, /Completed/);
    assert.equal(certificateOn(page), undefined);
  });

  void test("issues a certificate that expires where the course says so", async () => {
    const { site, owner, course, student } = await aSchool();
    await giveCertificates(owner, "6");
    await finish(student, course.lessons[0]!);
    const address = certificateOn(await student.open(course.path))!;
    assert.match((await site.get(address)).body, /This certificate is valid.*Valid until/s);
    await later(7 * month, async () => {
      const expired = await site.get(address);
      assert.match(expired.body, /This certificate has expired.*Ana Lima.*Knots.*Expired/s);
    });
  });
});

void test("An unknown course cannot give certificates", async () => {
  const { owner } = await aSchool();
  const page = await owner.open("/admin/certificates/courses");
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(page.body)!;
  const answer = await owner.request("POST", "/admin/certificates/courses/crs_00000000000000000000000000", {
    csrf: csrf!,
    months: "0",
  });
  assert.equal(answer.statusCode, 404);
});
