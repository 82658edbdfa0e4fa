import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { insertComment } from "#domain/feedback/comments/queries.ts";
import { formatId, newId, parseId } from "#domain/platform/ids.ts";
import { anOpenEvent, eventScopes, register } from "../../rest/support/an-event.ts";
import { aClass, assignmentScopes } from "../../rest/support/assigned-class.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { launchBrowser } from "../../support/browser.ts";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aLiveSite, type LiveSite } from "../../support/worlds/live-site.ts";
import { runMessages } from "../../support/worlds/messages.ts";
import { anOwner } from "../support/admin-browser.ts";

/** The pages on which staff spend their day, with something on each. */
async function thePages({ site }: LiveSite): Promise<string[]> {
  const operator = await operatorOf(site, `${assignmentScopes} ${eventScopes} members:read members:write`);
  const student = await aClass(operator, { rubric: [{ title: "Tightness", points: 10 }] });
  await student.handIn({ text: "My bowline" });
  const { data } = (await operator.get("/submissions")).json<{ data: { id: string }[] }>();
  const place = { commentableId: parseId("lecture", student.lecture)!, courseId: parseId("course", student.course)! };
  const question = { id: newId(), authorId: student.member.id, authorRole: "student", body: "Where is it?" } as const;
  await insertComment({ db: database, site: site.site }, { ...place, ...question, commentableType: "lecture" }, now());
  const message = { audience: { kind: "members" }, subject: "We start on Monday", body_markdown: "Bring a **rope**." };
  const sent = await operator.post("/messages", message);
  assertStatus(sent, 201);
  await runMessages(site.site.id);
  const { event, ticket } = await anOpenEvent(operator);
  await register(operator, event, { email: "ana@door.example", name: "Ana", ticket_id: ticket.id });
  const { id } = sent.json<{ id: string }>();
  return [
    "/admin",
    `/admin/members/${student.member.sub}`,
    "/admin/messages",
    "/admin/messages/new",
    `/admin/messages/${id}`,
    `/admin/messages/${id}/recipients`,
    "/admin/questions",
    `/admin/questions/${formatId("comment", question.id)}`,
    `/admin/submissions/${data[0]!.id}`,
    "/admin/submissions/students",
    "/admin/reviews",
    `/admin/events/${event.id}/check-in`,
    "/admin/appearance/edit",
    "/admin/appearance/home_sections/edit",
  ];
}

void describe("The pages of a day at the desk are accessible", () => {
  let live: LiveSite;
  let browser: Browser;
  let pages: string[];

  before(async () => {
    live = await aLiveSite();
    browser = await launchBrowser();
    pages = await thePages(live);
  });
  after(async () => {
    await browser.close();
    await live.close();
  });

  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      void test(`at ${width} px, ${colorScheme}`, async () => {
        const page = await anOwner(live, browser, { viewport: { width, height: 900 }, colorScheme });
        const found: string[] = [];
        for (const path of pages) {
          const response = await page.goto(`${live.origin}${path}`);
          assert.equal(response!.status(), 200, path);
          for (const violation of await violationsOf(page)) found.push(`${path}: ${violation}`);
          const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
          if (Number(overflow) > 0) found.push(`${path}: ${String(overflow)} px too wide`);
          if (process.env["SHOTS"]) {
            const name = path.replaceAll("/", "_");
            await page.screenshot({
              path: `${process.env["SHOTS"]}/${name}-${width}-${colorScheme}.png`,
              fullPage: true,
            });
          }
        }
        assert.deepEqual(found, []);
        await page.context().close();
      });
    }
  }
});
