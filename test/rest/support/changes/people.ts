import { runJobsOf } from "../../../support/processes/run-jobs.ts";
import { aPicture } from "../../../support/worlds/pictures.ts";
import { type AFile, sendFile } from "../../../support/worlds/uploads.ts";
import { aReceiver, answering, deliverDue } from "../../../support/doubles/webhook-receiver.ts";
import { aPaidCourse } from "../../../pages/support/buyer.ts";
import { anOpenEvent, register } from "../an-event.ts";
import { bring } from "../causes/imports.ts";
import { record } from "../recorded-sales.ts";
import { signIn } from "../../../pages/support/sign-up-forms.ts";
import { password } from "../../../support/world.ts";
import { anEmail } from "../added-members.ts";
import { done } from "../causes/causes.ts";
import { type Operator, operatorOf } from "../operator.ts";
import { aCourse } from "../taught-course.ts";
import type { Changes } from "./changes.ts";

const aMember = async (operator: Operator, fields: object = {}) =>
  done<{ id: string; email: string }>(operator.post("/members", { email: anEmail(), roles: ["student"], ...fields }));

export const changesOfPeople: Changes = {
  "a member field": async (operator, step) => {
    const field = { handle: "employer", kind: "choice", label: "Employer", choices: ["Port", "Yard"] };
    const { id } = await done(operator.post("/member_fields", field));
    await aMember(operator, { custom_fields: { employer: "Port" } });
    await step(() => done(operator.patch(`/member_fields/${id}`, { label: "Works at", visible_to_member: true })));
    await step(() => done(operator.delete(`/member_fields/${id}?force=true`)));
  },
  "the name and the address of a member": async (operator, step) => {
    const { id, email } = await aMember(operator, { name: "Ana Lima" });
    const { plan } = await aPaidCourse(operator);
    await record(operator, { email, line_items: [{ product_id: plan }] });
    const { event, ticket } = await anOpenEvent(operator);
    await register(operator, event, { ticket_id: ticket.id, email });
    const charts = await done(operator.post("/digital_products", { name: "Charts" }));
    await done(operator.post(`/digital_products/${charts.id}/grants`, { people: [{ email }] }));
    const about = { commentable: { type: "course", id: await aCourse(operator) }, author: { email }, body: "How?" };
    await bring(operator, "comments", { external_id: "c-1", ...about });
    await step(() => done(operator.patch(`/members/${id}`, { name: "Ana Reed" })));
    const row = { op: "upsert", data: { email, name: "Ana Lee" } };
    await step(() => done(operator.post("/members/bulk", { operations: [row] })));
  },
  "a message that is canceled": async (operator, step) => {
    const { id: member_id } = await aMember(operator);
    const message = { audience: { kind: "member", member_id }, subject: "Low tide", body_markdown: "At nine." };
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await done(operator.post("/messages", { ...message, scheduled_at }));
    await step(() => done(operator.post(`/messages/${id}/cancel`)));
  },
  "a member who signs in": async ({ site }, step) => {
    const { email } = await site.member();
    await step(() => signIn(site, email, password));
  },
  "a member with a lecturer profile": async (operator, step) => {
    const [first, second] = [await aMember(operator), await aMember(operator)];
    const { id } = await step(() => done(operator.post("/lecturers", { name: "Lu", member_id: first.id })));
    await step(() => done(operator.patch(`/lecturers/${id}`, { member_id: second.id })));
    await step(() => done(operator.delete(`/lecturers/${id}`)));
  },
  "a student of a group": async (operator, step) => {
    const { id } = await done(operator.post("/groups", { name: "Spring" }));
    const { sub } = await operator.site.member({ email: anEmail() });
    await step(() => done(operator.post(`/groups/${id}/students`, { student_ids: [sub] })));
    await step(() => done(operator.patch(`/students/${sub}`, { name: "Ana Reed", tags: ["crew"] })));
    const course = await aCourse(operator);
    await step(() => done(operator.post("/enrollments", { course_id: course, student_id: sub })));
    await step(() => done(operator.delete(`/groups/${id}`)));
  },
  "what an erased member has left": async (operator, step) => {
    const manager = await operatorOf(operator.site, "members:write storage:write", { roles: ["manager"] });
    const { sub, email } = manager.member;
    const student = await aMember(operator);
    await done(manager.post(`/members/${student.id}/notes`, { body: "Prefers letters" }));
    const picture = await sendFile(operator, aPicture(), { visibility: "public" }, { name: "lu.png" });
    const lecturer = { name: "Lu", member_id: sub, picture_file_id: picture.json<AFile>().id };
    const { id } = await done(operator.post("/lecturers", lecturer));
    await done(operator.post("/courses", { name: "Knots", lecturer_ids: [id] }));
    const discount = { kind: "percent", percent: 10 };
    await done(operator.post("/coupons", { code: "CREW", discount, member_ids: [sub] }));
    // A job and a delivery that keep something of the member.
    const rows = Buffer.from(`{"email":"${anEmail()}"}\n`);
    const sent = await sendFile(manager, rows, { purpose: "import" }, { name: "members.ndjson" });
    const source = { file_id: sent.json<AFile>().id };
    await done(operator.post("/imports", { format: "ndjson", resource: "members", ...source }));
    await runJobsOf(operator.site.site);
    const receiver = aReceiver(answering(500, `No one here is ${email}`));
    await done(operator.post("/webhook_endpoints", { url: receiver.url, event_types: ["course.created"] }));
    await aCourse(operator);
    await deliverDue(operator.site);
    await step(() => done(operator.post(`/members/${sub}/erase`, { confirm_email: email, reason: "Asked for" })));
    await step(() => runJobsOf(operator.site.site));
  },
};
