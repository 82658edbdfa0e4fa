import { hash } from "node:crypto";
import { rows } from "#database/statements/sql.ts";
import { contentOf, storeContent } from "#domain/files/files/content.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import { insertForm, insertFormSubmission } from "#domain/content/forms/queries.ts";
import { insertRevision } from "#domain/content/pages/queries.ts";
import { insertLecture } from "#domain/catalog/curriculum/queries.ts";
import { recordProgress } from "#domain/learning/progress/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { nextReceiptNumber } from "#domain/sales/payments/receipt-number.ts";
import { findSelling, saveSelling } from "#domain/site/selling/selling-settings.ts";
import { upsertRefundPolicy } from "#domain/sales/refund-policies/queries.ts";
import { day, minute, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { newestId } from "../../support/worlds/newest-id.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import type { ASite } from "../../support/world.ts";
import { asCommand } from "./support.ts";

export const handedIn = "Two loops and a bend";

/** Adds history that an inhabited site lacks. */
export async function completeHistory(site: ASite, memberId: string): Promise<void> {
  for (const day of ["2026-01-01", "2026-01-02"]) await cloneCanceled(site, new Date(day));
  await completeProgress(site);
  await completeSubmission(site);
  await uploadFiles(site, memberId);
  await completeSales(site, memberId);
  await completeAccess(site);
  await completeWebhooks(site);
  await database.run`
    update digital_product_grants set source = 'purchase', granted_at = '2026-01-01', downloads = 2
     where site_id = ${site.id}`;
  const page = { id: await newestId(site.site.id, "pages"), title: "Second", revision: 2, bodyMarkdown: "Two" };
  await insertRevision(asCommand(site), newId(), page, null, now());
  await database.run`update pages set revision = 2 where site_id = ${site.site.id} and id = ${page.id}`;
}

/** An application and an API key have a webhook endpoint, too. */
async function completeWebhooks({ site }: ASite): Promise<void> {
  for (const [name, origin] of [
    ["app", "operator"],
    ["key", "api_key"],
  ]) {
    const clientId = newId();
    await database.run`
      insert into clients (site_id, id, name, origin, audience, token_endpoint_auth_method, redirect_uris, created_at,
                           updated_at)
      values (${site.id}, ${clientId}, ${name}, ${origin}, 'operator', 'none', '{}', ${now()}, ${now()})`;
    await database.run`
      insert into webhook_endpoints (site_id, id, url, event_types, secret, client_id, created_at, updated_at)
      select site_id, ${newId()}, ${`https://${name}.example/hook`}, event_types, secret, ${clientId}, created_at, updated_at
        from webhook_endpoints where site_id = ${site.id} and client_id is null limit 1`;
  }
}

/** The order gave the subscription, which gave an enrollment. A dispute of it ended another one. */
async function completeAccess({ site }: ASite): Promise<void> {
  const subscription = await newestId(site.id, "subscriptions");
  await database.run`
    update order_lines set fulfilled_id = ${subscription}, refunded_amount = 100, tax_rate = 500
     where site_id = ${site.id} and product_type = 'membership_pricing'`;
  await database.run`
    update enrollments set source = 'membership', source_id = ${subscription} where site_id = ${site.id}`;
  const day = new Date("2026-01-01");
  await database.run`
    insert into enrollments (site_id, id, student_id, course_id, status, source, source_id, starts_at, enrolled_at,
                             revoked_at, revoked_for, created_at, updated_at)
    select site_id, ${newId()},
           (select id from members where members.site_id = ${site.id} and members.id <> enrollments.student_id
             order by id limit 1), course_id, 'revoked', 'purchase',
           (select id from order_lines where order_lines.site_id = ${site.id} order by id limit 1), ${day}, ${day},
           ${day}, 'dispute', ${day}, ${day}
      from enrollments where site_id = ${site.id} limit 1`;
}

/** Adds a registration that was canceled at this time. Members can cancel the same ticket several times. */
const cloneCanceled = (site: ASite, at: Date) => database.run`
  insert into event_registrations
         (site_id, id, event_id, ticket_id, member_id, quantity, status, check_in_code, canceled_at, source, created_at,
          updated_at)
  select site_id, ${newId()}, event_id, ticket_id,
         (select id from members where members.site_id = ${site.id} and members.id <> event_registrations.member_id
           order by id limit 1), 1, 'canceled', ${newId()}, ${at}, 'manual', ${at}, ${at}
    from event_registrations where site_id = ${site.id} limit 1`;

/** The student completed a second lecture, then answered a quiz, and continues at the first lecture. */
async function completeProgress({ site }: ASite): Promise<void> {
  const scope = { db: database, site, now: now() };
  await database.run`
    update lecture_progress set first_opened_at = first_opened_at - interval '2 minutes',
           updated_at = updated_at - interval '2 minutes'
     where site_id = ${site.id}`;
  const enrollment = await database.one<{ id: string; courseId: string; sectionId: string }>`
    select enrollments.id, enrollments.course_id, lectures.section_id
      from enrollments join lectures on lectures.site_id = ${site.id} and lectures.id = enrollments.last_lecture_id
     where enrollments.site_id = ${site.id}`;
  const { id: enrollmentId, courseId, sectionId } = enrollment;
  const lectureId = newId();
  const lecture = { id: lectureId, courseId, sectionId, title: "Second", position: 1, kind: "text" } as const;
  await insertLecture(scope, lecture, now());
  const occurredAt = new Date(now().getTime() - minute);
  await recordProgress(scope, { enrollmentId, lectureId, kind: "completed", occurredAt });
}

/** A submission with a file, a grade, feedback and an earlier version, and a comment on it. */
async function completeSubmission(site: ASite): Promise<void> {
  const file = await aFileOf(site, { filename: "loops.txt", bytes: Buffer.from(handedIn) });
  const earlier = {
    text: "One loop",
    url: null,
    fileNames: ["loop.txt"],
    submittedAt: "2026-01-01T00:00:00.000Z",
    score: 40,
    givenScore: 50,
    gradedAt: "2026-01-02T00:00:00.000Z",
    feedbackHtml: "<p>Loose</p>",
  };
  const { id, studentId } = await database.write.one<{ id: string; studentId: string }>`
    update submissions set file_ids = array[${file}::uuid], status = 'graded', given_score = 90, score = 90,
           feedback_markdown = 'Well **tied**', feedback_html = '<p>Well <strong>tied</strong></p>',
           graded_by = student_id, graded_at = submitted_at, feedback_at = '2026-01-03',
           earlier_versions = ${JSON.stringify([earlier])}::jsonb
     where site_id = ${site.id} returning id, student_id`;
  const comment = newId();
  await database.run`
    insert into comments (site_id, id, thread_id, commentable_type, commentable_id, course_id, author_id, author_role,
                          body, created_at, updated_at)
    select site_id, ${comment}, ${comment}, 'submission', ${id}, course_id, ${studentId}, author_role, 'Thanks',
           created_at + interval '1 minute', updated_at
      from comments where site_id = ${site.id} and course_id is not null limit 1`;
}

/** A picture of the member, and a form response with a file. */
async function uploadFiles(site: ASite, memberId: string): Promise<void> {
  const scope = asCommand(site);
  const bytes = aPicture({ width: 40, height: 40 });
  const picture = await aFileOf(site, { filename: "picture.png", bytes, uploadedBy: memberId });
  await database.run`
    update members set picture_file_id = ${picture} where site_id = ${site.id} and id = ${memberId}`;
  const form = { id: newId(), name: "Plans", slug: "plans", status: "open", audience: "members" } as const;
  const field = { handle: "plan", label: "Plan", kind: "file" as const, required: true };
  await insertForm(scope, { ...form, fields: [field] }, now());
  const file = await aFileOf(site, { filename: "plan.txt", bytes: Buffer.from("North by east") });
  const answered = { formId: form.id, memberId, answers: { plan: formatId("file", file) }, fileIds: [file] };
  await insertFormSubmission(scope, { id: newId(), ...answered }, now());
}

interface Uploaded {
  filename: string;
  bytes: Buffer;
  uploadedBy?: string;
}

async function aFileOf(site: ASite, { filename, bytes, uploadedBy }: Uploaded): Promise<string> {
  const context = asCommand(site);
  const purpose = uploadedBy === undefined ? "submission" : "profile_picture";
  const content = await storeContent(context, contentOf(bytes, hash("sha256", bytes, "buffer")), purpose);
  return (await keepFile(context, { filename, purpose, uploadedBy }, content)).id;
}

/** Sessions that are not booked, settings of sales, a refund policy and a receipt number. */
async function completeSales(site: ASite, memberId: string): Promise<void> {
  const scope = asCommand(site);
  const serviceId = await newestId(site.site.id, "consulting_services");
  const [soon, end] = [minute, day].map((ahead) => new Date(now().getTime() + ahead));
  const dates = { grantedAt: soon, expiresAt: end, createdAt: now(), updatedAt: now() };
  const sessions = { id: newId(), serviceId, memberId, source: "purchase", sessionsTotal: 5, sessionsUsed: 2 };
  await database.run`insert into consulting_grants ${rows({ siteId: site.id, ...sessions, ...dates })}`;
  await saveSelling(scope, { ...(await findSelling(scope)), sellerName: "Portable GmbH", graceDays: 3 }, now());
  const id = await newestId(site.site.id, "courses");
  await upsertRefundPolicy(scope, { type: "course", id }, "keep", now());
  for (let receipt = 0; receipt < 3; receipt++) await nextReceiptNumber(scope, now());
}
