import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import sharp from "sharp";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { charactersOf } from "../../support/data/pdf-characters.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import type { AMember } from "../../support/world.ts";
import { anOperator, operatorOf, type Operator, problemOf } from "../support/operator.ts";
import { aCourse, aLecture, aSection, letTeach } from "../support/taught-course.ts";

const scopes = "students:read students:write courses:read courses:write curriculum:read curriculum:write";

interface ACertificate {
  id: string;
  serial: string;
  student_id: string;
  student_name: string | null;
  status: string;
  url: string;
}

interface Certificate {
  certificate: { serial: string; url: string } | null;
}

/** A student who has completed a course of one lecture, or has just begun it. */
async function aStudent(operator: Operator, { name = "Ana Moreau", completes = true } = {}) {
  const course = await aCourse(operator, "Night sky");
  const lecture = await aLecture(operator, await aSection(operator, course));
  const member = await operator.site.member({ name, email: `${newId()}@example.test` });
  const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub });
  assertStatus(enrolled, 201);
  const { id: enrollment } = enrolled.json<{ id: string }>();
  if (completes) {
    const event = {
      id: crypto.randomUUID(),
      lecture_id: lecture.id,
      kind: "completed",
      occurred_at: now().toISOString(),
    };
    await operator.post(`/enrollments/${enrollment}/progress`, { events: [event] });
  }
  return { course, member, enrollment };
}

async function issue(operator: Operator, enrollment: string): Promise<ACertificate> {
  const issued = await operator.post("/certificates", { enrollment_id: enrollment });
  assertStatus(issued, 201);
  return issued.json<ACertificate>();
}

const signedIn = (operator: Operator, member: AMember) => operator.site.signedIn(member);

void test("A completed course is certified once, with a notification, and listed", async () => {
  const operator = await anOperator(scopes);
  const { course, member, enrollment } = await aStudent(operator);
  const certificate = await issue(operator, enrollment);
  assert.match(certificate.serial, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.deepEqual(
    [certificate.student_id, certificate.student_name, certificate.status, certificate.url],
    [member.sub, "Ana Moreau", "valid", `${operator.site.origin}/certificates/${certificate.serial}`],
  );
  const again = await operator.post("/certificates", { enrollment_id: enrollment });
  assert.deepEqual([again.statusCode, problemOf(again).code], [409, "already_issued"]);
  const queries = [`course_id=${course}`, `student_id=${member.sub}`, "status=valid", `enrollment_id=${enrollment}`];
  for (const query of [...queries, `serial=${certificate.serial.toLowerCase().replaceAll("-", "")}`]) {
    const listed = (await operator.get(`/certificates?${query}`)).json<{ data: ACertificate[] }>().data;
    assert.deepEqual(
      listed.map(({ id }) => id),
      [certificate.id],
      query,
    );
  }
  assert.deepEqual((await operator.get(`/certificates/${certificate.id}`)).json(), certificate);
  const person = await operator.get(`/students/${member.sub}?expand=certificates`);
  assert.deepEqual(person.json<{ certificates: ACertificate[] }>().certificates, [certificate]);
  assert.ok((await outboxOf(operator.site)).some(({ type }) => type === "certificate.issued"));
  assert.ok((await auditActions(operator.site)).includes("issueCertificate"));
});

void test("An incomplete or unknown enrollment is not certified", async () => {
  const operator = await anOperator(scopes);
  const { enrollment } = await aStudent(operator, { completes: false });
  const early = await operator.post("/certificates", { enrollment_id: enrollment });
  assert.deepEqual([early.statusCode, problemOf(early).code], [409, "invalid_state"]);
  assert.deepEqual(early.json<{ allowed: string[] }>().allowed, []);
  const unknown = await operator.post("/certificates", { enrollment_id: "enr_00000000000000000000000000" });
  assert.deepEqual([problemOf(unknown).status, problemOf(unknown).pointers], [422, ["/enrollment_id"]]);
  const done = await aStudent(operator);
  const tomorrow = new Date(now().getTime() + 86_400_000).toISOString();
  const ahead = await operator.post("/certificates", { enrollment_id: done.enrollment, issued_at: tomorrow });
  assert.deepEqual([ahead.statusCode, problemOf(ahead).pointers], [422, ["/issued_at"]]);
});

void test("A certificate is revoked once; then another can be issued", async () => {
  const operator = await anOperator(scopes);
  const { enrollment } = await aStudent(operator);
  const { id, url } = await issue(operator, enrollment);
  const revoked = await operator.post(`/certificates/${id}/revoke`, { reason: "Copied" });
  assert.deepEqual([revoked.statusCode, revoked.json<ACertificate>().status], [200, "revoked"]);
  const again = await operator.post(`/certificates/${id}/revoke`, {});
  assert.deepEqual([again.statusCode, problemOf(again).code], [409, "invalid_state"]);
  const page = await operator.site.get(new URL(url).pathname);
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /not valid/);
  assert.ok(!page.body.includes("Moreau") && !page.body.includes("Night sky") && !page.body.includes("Copied"));
  assert.notEqual((await issue(operator, enrollment)).id, id);
});

void test("The verification page of a serial shows the name and the course, and nothing else of the student", async () => {
  const operator = await anOperator(scopes);
  const { member, enrollment } = await aStudent(operator);
  const { serial } = await issue(operator, enrollment);
  const page = await operator.site.get(`/certificates/${serial.toLowerCase()}`);
  assert.equal(page.statusCode, 200);
  assert.ok(page.body.includes("Ana Moreau") && page.body.includes("Night sky"));
  assert.ok(!page.body.includes(member.email) && !page.body.includes(member.sub) && !page.body.includes("pdf"));
  assert.equal((await operator.site.get("/certificates/0000-0000-0000-0000")).statusCode, 404);
});

void test("A serial typed in any notation leads to the certificate", async () => {
  const operator = await anOperator(scopes);
  const { enrollment } = await aStudent(operator);
  const { serial } = await issue(operator, enrollment);
  const check = (typed: string) => operator.site.get(`/certificates?serial=${encodeURIComponent(typed)}`);
  const page = await operator.site.get("/certificates");
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /<form method="get" action="\/certificates"/);
  assert.doesNotMatch(page.body, /role="alert"/);
  for (const typed of [serial, serial.toLowerCase(), serial.replaceAll("-", " "), ` ${serial.replaceAll("-", "")} `]) {
    const answer = await check(typed);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, `/certificates/${serial}`], typed);
  }
  for (const typed of [serial.slice(0, -1), "x".repeat(1000), "<b>", "\u0000", "..", "a/b"]) {
    const answer = await check(typed);
    assert.equal(answer.statusCode, 404, typed);
    assert.match(answer.body, /role="alert"/);
    assert.ok(!answer.body.includes("<b>"));
    assert.equal(answer.headers["x-robots-tag"], "noindex");
  }
  assert.equal((await operator.site.get("/certificates?serial=")).statusCode, 200);
  assert.equal((await operator.site.get(`/certificates?serial=${serial}&serial=x`)).statusCode, 303);
});

void test("The Member API returns the certificate of a course while it is valid", async () => {
  const operator = await anOperator(scopes);
  const { member, enrollment } = await aStudent(operator);
  const client = await operator.site.operatorClient();
  const { access_token: bearer } = await operator.site.connect(client, member, "account:read");
  const query = "{ viewer { enrolledCourses { nodes { certificate { serial url } } } } }";
  const courseCertificate = async () => {
    const response = await operator.site.request("POST", "/member/graphql", { bearer, payload: { query } });
    const { data } = response.json<{ data: { viewer: { enrolledCourses: { nodes: Certificate[] } } } }>();
    return data.viewer.enrolledCourses.nodes.map(({ certificate }) => certificate);
  };
  assert.deepEqual(await courseCertificate(), [null]);
  const { id, serial, url } = await issue(operator, enrollment);
  assert.deepEqual(await courseCertificate(), [{ serial, url }]);
  await operator.post(`/certificates/${id}/revoke`, {});
  assert.deepEqual(await courseCertificate(), [null]);
});

void test("The student can download a PDF, in every script", async () => {
  const operator = await anOperator(scopes);
  const names = ["Zoë Łukasiewicz", "林小美", "佐藤 ひかり", "محمد سالم", "שלום כהן", "प्रज्ञा क्षत्रिय", "ภาษาไทย", "🎉"];
  const stranger = await signedIn(operator, (await aStudent(operator)).member);
  for (const name of names) {
    const { enrollment, member } = await aStudent(operator, { name });
    const { serial } = await issue(operator, enrollment);
    const browser = await signedIn(operator, member);
    const page = await browser.request("GET", `/certificates/${serial}`);
    assert.ok(page.body.includes(`/certificates/${serial}/pdf`));
    const pdf = await browser.request("GET", `/certificates/${serial}/pdf`);
    assert.deepEqual([pdf.statusCode, pdf.headers["content-type"]], [200, "application/pdf"], name);
    assert.ok(pdf.body.startsWith("%PDF-"));
    // The name is text, not a picture: each of its characters is in the table of an embedded font.
    const characters = charactersOf(pdf.rawPayload);
    for (const character of name === "🎉" ? "\uFFFD" : name.replaceAll(/[\s\p{M}]/gu, "")) {
      assert.ok(characters.has(character), `${name}: ${character}`);
    }
    assert.equal((await stranger.request("GET", `/certificates/${serial}/pdf`)).statusCode, 404);
    assert.equal((await operator.site.get(`/certificates/${serial}/pdf`)).statusCode, 403);
  }
});

void test("The PDF shows long names whole, and mathematical letters in their plain form", async () => {
  const operator = await anOperator(scopes);
  for (const [name, shown] of [
    ["名前漢字".repeat(50), "名前漢字"],
    ["W".repeat(200), "W"],
    ["𝓐𝓷𝓷𝓪 𝔸𝕟𝕟𝕒 𝕃𝕚𝕞𝕒", "AnnaLim"],
  ] as const) {
    const { enrollment, member } = await aStudent(operator, { name });
    const { serial } = await issue(operator, enrollment);
    const browser = await signedIn(operator, member);
    const pdf = await browser.request("GET", `/certificates/${serial}/pdf`);
    assert.equal(pdf.statusCode, 200);
    const characters = charactersOf(pdf.rawPayload);
    for (const character of shown) assert.ok(characters.has(character), character);
    for (const character of ["…", "\uFFFD"]) assert.ok(!characters.has(character), `${name}: ${character}`);
  }
});

void test("The PDF has the logo and the color of the school, whatever the format of the logo", async () => {
  const operator = await anOperator(`${scopes} storage:write appearance:read appearance:write`);
  const { member, enrollment } = await aStudent(operator);
  const { serial } = await issue(operator, enrollment);
  const browser = await signedIn(operator, member);
  const pdfOf = async () => (await browser.request("GET", `/certificates/${serial}/pdf`)).rawPayload.toString("latin1");
  assert.ok(!(await pdfOf()).includes("/Subtype /Image"));
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';
  for (const [name, bytes] of [
    ["logo.svg", Buffer.from(drawing)],
    [
      "logo.webp",
      await sharp(aPicture({ width: 8, height: 4 }))
        .webp()
        .toBuffer(),
    ],
  ] as const) {
    const uploaded = await sendFile(operator, bytes, { visibility: "public" }, { name });
    assertStatus(uploaded, 201);
    const changes = { logo_file_id: uploaded.json<{ id: string }>().id, colors: { primary: "#1f4e79" } };
    const changed = await operator.patch("/appearance", changes, { "if-match": "*" });
    assertStatus(changed, 200);
    const pdf = await pdfOf();
    assert.ok(pdf.startsWith("%PDF-") && pdf.includes("/Subtype /Image"), name);
  }
});

void test("A lecturer issues certificates in their own courses only", async () => {
  const owner = await anOperator(scopes);
  const [own, foreign] = [await aStudent(owner), await aStudent(owner)];
  const lecturer = await operatorOf(owner.site, scopes, { roles: ["lecturer"] });
  await letTeach(lecturer, own.course);
  const { id } = await issue(owner, foreign.enrollment);
  const refused = await lecturer.post("/certificates", { enrollment_id: foreign.enrollment });
  assert.equal(refused.statusCode, 422);
  assert.equal((await lecturer.get(`/certificates/${id}`)).statusCode, 404);
  assert.equal((await lecturer.post(`/certificates/${id}/revoke`, {})).statusCode, 404);
  const mine = await issue(lecturer, own.enrollment);
  const listed = (await lecturer.get("/certificates")).json<{ data: ACertificate[] }>().data;
  assert.deepEqual(
    listed.map((one) => one.id),
    [mine.id],
  );
});
