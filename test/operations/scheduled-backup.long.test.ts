import assert from "node:assert/strict";
import { mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { archiveName } from "#lib/archive/archive-name.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { aFolder } from "../support/worlds/backups.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const day = 86_400_000;
const ago = (days: number) => archiveName(new Date(Date.now() - days * day));

void describe("Scheduled backups", () => {
  let installation: TestInstallation;
  const folder = aFolder();
  const settings = { LECTERN_BACKUP_URL: pathToFileURL(path.join(folder, "new")).href, LECTERN_BACKUP_KEEP: "2d" };
  before(async () => {
    installation = await anInstallation();
  });
  after(() => installation.close());

  void test("go to LECTERN_BACKUP_URL, and delete expired ones and nothing else", async () => {
    const backup = () => installation.lectern(["backup"], { env: settings });
    const first = await backup();
    assert.equal(first.code, 0, first.stderr);
    const [made] = readdirSync(path.join(folder, "new"));
    assert.match(made!, /^lectern-\d{8}T\d{6}Z\.tar$/);
    // Two backups of one second would have the same name.
    const kept = ago(1 / 24 / 60);
    renameSync(path.join(folder, "new", made!), path.join(folder, "new", kept));
    const [yesterday, before, drafted] = [ago(1), ago(2), `${ago(3)}.part`];
    for (const name of [yesterday, before, drafted, "notes.tar", "lectern-old.tar"]) {
      writeFileSync(path.join(folder, "new", name), "");
    }
    const second = await backup();
    assert.equal(second.code, 0, second.stderr);
    const names = readdirSync(path.join(folder, "new"));
    assert.deepEqual(new Set(names).intersection(new Set([before, drafted, kept])), new Set());
    assert.ok(["notes.tar", "lectern-old.tar", yesterday].every((name) => names.includes(name)));
    assert.equal(names.length, 4);
    const doctor = await installation.lectern(["doctor"], { env: settings });
    assert.match(doctor.stdout, /^ok +Backups +lectern-\d{8}T\d{6}Z\.tar, 0 hours old$/m);

    const old = path.join(folder, "old");
    mkdirSync(old);
    writeFileSync(path.join(old, ago(3)), "");
    const late = await installation.lectern(["doctor"], { env: { LECTERN_BACKUP_URL: pathToFileURL(old).href } });
    assert.equal(late.code, 1);
    assert.match(
      late.stdout,
      /^wrong +Backups +Scheduled backups are missing: the newest is lectern-\S+\.tar, \d\d hours old\./m,
    );
  });

  void test("need a target or a setting", async () => {
    const { code, stderr } = await installation.lectern(["backup"]);
    assert.equal(code, 2);
    assert.match(stderr, /Name a target, or set LECTERN_BACKUP_URL/);
  });

  void test("are made by one process as a job", async () => {
    const { database: db, connection } = installation;
    await openQueue(db);
    await db.run`select graphile_worker.add_job('back_up')`;
    const made = Promise.withResolvers<object>();
    const info = (details: object) => "backup" in details && made.resolve(details);
    const log = { info, warn() {}, error() {} };
    const backup = { schedule: "0 3 * * *", run: async () => "the backup" };
    const runner = await startJobRunner({ db, connection, clock: () => new Date(), log, backup });
    assert.deepEqual(await made.promise, { backup: "the backup" });
    await runner.stop();
    const { rows } = await db.pool.query("select identifier from graphile_worker._private_known_crontabs order by 1");
    assert.ok(rows.some(({ identifier }) => identifier === "back_up"));
  });

  void test("are made immediately after a stop or a jump of the clock over a scheduled time, in either direction", async () => {
    const { database: db, connection } = installation;
    const made: object[] = [];
    const backup = { schedule: "0 3 * * *", run: async () => "the backup" };
    const recorded = () =>
      db.one<{ lastExecution: Date }>`
        select last_execution from graphile_worker._private_known_crontabs where identifier = 'back_up'`;
    for (const shift of ["-1 day", "-400 days", "30 days"]) {
      await db.run`
        update graphile_worker._private_known_crontabs set last_execution = last_execution + ${shift}::interval
         where identifier = 'back_up'`;
      const { lastExecution: before } = await recorded();
      const { promise, resolve } = Promise.withResolvers<void>();
      const info = (details: object) => {
        if (!("backup" in details)) return;
        made.push(details);
        resolve();
      };
      const log = { info, warn() {}, error() {} };
      const runner = await startJobRunner({ db, connection, clock: () => new Date(), log, backup });
      await promise;
      await runner.stop();
      assert.notDeepEqual((await recorded()).lastExecution, before);
    }
    assert.equal(made.length, 3);
  });
});
