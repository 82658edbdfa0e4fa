import assert from "node:assert/strict";
import { test } from "node:test";
import { UnusableDatabaseError } from "#database/migrate/unusable-database.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { anInstallation } from "../support/worlds/installation.ts";
import { aProxyTo } from "../support/doubles/tcp-proxy.ts";

void test("The job queue waits at its start for a silent database, and gives up after ten refused attempts", async () => {
  const installation = await anInstallation();
  const { proxy, connection } = await aProxyTo(installation.connection);
  const { database: db } = installation;
  const warnings: string[] = [];
  const start = (onWarning: () => void) => {
    const warn = (_details: object, message: string) => {
      warnings.push(message);
      onWarning();
    };
    const log = { info: () => {}, warn, error: () => {} };
    return startJobRunner({ db, connection, clock: () => new Date(), log });
  };

  proxy.silence();
  const runner = await start(() => proxy.endSilence());
  await runner.check();
  await runner.stop();
  assert.deepEqual(warnings, [waiting]);

  await proxy.cut();
  warnings.length = 0;
  await assert.rejects(
    start(() => {}),
    (error) =>
      error instanceof UnusableDatabaseError &&
      /did not respond to the job queue in 10 attempts \(last: .*ECONNREFUSED.*Start Lectern again/.test(error.message),
  );
  assert.deepEqual(
    warnings,
    Array.from({ length: 9 }, () => waiting),
  );
  await installation.close();
});

const waiting = "the database did not respond to the job queue, which tries again";
