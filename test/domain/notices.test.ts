import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { sendAnnouncement } from "#domain/messages/notifications/jobs/send-announcement.ts";
import { announce, announceTogether } from "#domain/messages/notifications/announce.ts";
import type { Audience } from "#domain/messages/notifications/audience.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { recipientsPerTransaction, notifyAudience } from "#domain/messages/notifications/notify-audience.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { aSiteContext } from "./support.ts";
import { until } from "../support/until.ts";

const people = 2 * recipientsPerTransaction + 1;
const everybody: Audience = { kind: "members" };

const news = (cause: string) =>
  ({ topic: "announcement", content: { title: cause, body: "Read on." }, cause }) as const;

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, seconds));

void describe("A notification to many members", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
    // Creates the queue, as every server does before it accepts requests.
    await (await aRunner()).stop();
  });
  after(() => installation.close());

  const log = { info() {}, warn() {}, error() {} };
  const aRunner = () =>
    startJobRunner({ db: database, connection: installation.connection, clock: () => new Date(), log });

  /** A site with so many members that a notice takes three transactions. */
  async function aCrowd(): Promise<RequestContext> {
    const context = { ...(await aSiteContext(database))(), now: new Date() };
    const [ids, accounts] = [1, 2].map(() => Array.from({ length: people }, newId));
    const [siteId, then] = [context.site.id, new Date(Date.now() - 1000)];
    await database.run`
      insert into accounts (id, email, email_key, created_at, updated_at)
      select id, id || '@example.test', id || '@example.test', ${then}, ${then} from unnest(${accounts!}::uuid[]) as id`;
    await database.run`
      insert into members (site_id, id, account_id, email, email_key, roles, joined_at, created_at, updated_at)
      select ${siteId}, id, account, account || '@example.test', account || '@example.test', '{student}', ${then},
             ${then}, ${then}
        from unnest(${ids!}::uuid[], ${accounts!}::uuid[]) as made (id, account)`;
    return context;
  }

  const announced = (context: RequestContext, cause = "pool closed") =>
    database.transaction((db) => announce({ ...context, db }, everybody, news(cause)));

  const noticeOf = async ({ site }: RequestContext) =>
    (await database.first<{ id: string; finishedAt: Date | null; position: string | null }>`
      select id, finished_at, position from notices where site_id = ${site.id} order by id desc limit 1`)!;

  /** Returns the number of notifications and the number of members who have one. */
  async function describedIn({ site }: RequestContext): Promise<[number, number]> {
    const { all, members } = (await database.first<{ all: number; members: number }>`
      select count(*) as all, count(distinct member_id) as members from notifications where site_id = ${site.id}`)!;
    return [all, members];
  }

  const clearQueue = () => database.pool.query("delete from graphile_worker._private_jobs");

  void test("is published as two rows in the transaction of its cause, and as none after a rollback", async () => {
    await clearQueue();
    const context = await aCrowd();
    const jobs = async () =>
      (await database.pool.query("select 1 from graphile_worker.jobs where task_identifier = 'tell_notice'")).rowCount;
    const undone = database.transaction(async (db) => {
      await announce({ ...context, db }, everybody, news("undone"));
      throw new Error("undone");
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual([await describedIn(context), await jobs()], [[0, 0], 0]);
    await announced(context);
    await announced(context);
    assert.deepEqual([await describedIn(context), await jobs()], [[0, 0], 1], "A duplicate is published once.");
    await clearQueue();
  });

  void test("is delivered by all processes of the installation, to each member once", async () => {
    const context = await aCrowd();
    await announced(context);
    const runners = await Promise.all([aRunner(), aRunner()]);
    try {
      await until(async () => (await noticeOf(context)).finishedAt !== null, "the end of the notice");
      assert.deepEqual(await describedIn(context), [people, people]);
    } finally {
      await Promise.all(runners.map((runner) => runner.stop()));
    }
  });

  void test("resumes after an interruption, without omissions or duplicates", async () => {
    await clearQueue();
    const context = await aCrowd();
    await announced(context);
    const { id: noticeId } = await noticeOf(context);
    const payload = { siteId: context.site.id, noticeId };
    await sendAnnouncement(database, payload, context.now, undefined);
    assert.deepEqual(await describedIn(context), [recipientsPerTransaction, recipientsPerTransaction]);
    const killed = database.transaction(async (db) => {
      await notifyAudience({ ...context, db }, noticeId);
      throw new Error("killed");
    });
    await assert.rejects(killed, /killed/);
    assert.deepEqual(await describedIn(context), [recipientsPerTransaction, recipientsPerTransaction]);
    // A job that was finished, but whose process ended before it could record that, runs again.
    await Promise.all([1, 2, 3, 4].map(() => sendAnnouncement(database, payload, context.now, undefined)));
    assert.deepEqual(await describedIn(context), [people, people]);
    assert.ok((await noticeOf(context)).finishedAt);
    await clearQueue();
  });

  void test("is released by a process that was killed during delivery", async () => {
    await clearQueue();
    const context = await aCrowd();
    await announced(context);
    await database.pool.query(
      `update graphile_worker._private_jobs
          set locked_by = 'worker-of-the-dead', locked_at = now() - make_interval(secs => 125)`,
    );
    const runner = await aRunner();
    try {
      await until(async () => (await noticeOf(context)).finishedAt !== null, "the end of the notice");
      assert.deepEqual(await describedIn(context), [people, people]);
    } finally {
      await runner.stop();
    }
  });

  void test("expires, and is not delivered to members who joined later", async () => {
    await clearQueue();
    const context = await aCrowd();
    const soon = new Date(context.now.getTime() + 1000);
    await database.transaction((db) =>
      announce({ ...context, db }, everybody, { ...news("over"), until: context.now }),
    );
    await sendAnnouncement(
      database,
      { siteId: context.site.id, noticeId: (await noticeOf(context)).id },
      soon,
      undefined,
    );
    assert.deepEqual(await describedIn(context), [0, 0]);
    assert.ok((await noticeOf(context)).finishedAt);

    const before = { ...context, now: new Date(context.now.getTime() - 3_600_000) };
    await announced(before, "before them all");
    await sendAnnouncement(
      database,
      { siteId: context.site.id, noticeId: (await noticeOf(context)).id },
      soon,
      undefined,
    );
    assert.deepEqual(await describedIn(context), [0, 0]);
    await clearQueue();
  });

  void test("is merged with repeated notifications and shows their count", async () => {
    await clearQueue();
    const context = await aCrowd();
    const course = { id: newId(), name: "Knots", slug: "knots" };
    const open = (lecture: string, count: number, seconds: number) =>
      database.transaction((db) => {
        const inside = { ...context, db, now: at(seconds) };
        return announceTogether(inside, everybody, occasions.lectureReleased(course, lecture, count), 600);
      });
    await open("Bowline", 1, 1);
    await open("Clove hitch", 2, 300);
    await open("Sheet bend", 1, 700);
    const notices = await database.many<{ data: Record<string, string> }>`
      select data from notices where site_id = ${context.site.id} order by created_at`;
    assert.deepEqual(
      notices.map(({ data }) => [data["lecture"], data["count"]]),
      [
        ["Clove hitch", "3"],
        ["Sheet bend", "1"],
      ],
    );
    const { rows } = await database.pool.query<{ waits: boolean }>(
      "select run_at > now() + interval '9 minutes' as waits from graphile_worker.jobs where task_identifier = 'tell_notice'",
    );
    assert.deepEqual(
      rows.map(({ waits }) => waits),
      [true, true],
    );
    await clearQueue();
  });
});
