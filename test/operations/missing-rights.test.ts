import assert from "node:assert/strict";
import { test } from "node:test";
import { openCopyClient } from "#database/copy/open-copy-client.ts";
import { failureOf } from "../../src/cli/terminal/failure.ts";
import { startFailureOf } from "../../src/server/start-failure.ts";
import { connectionConfig } from "../support/databases/database.ts";

void test("A missing right in the database is named with the remedy, by the server and by commands", async () => {
  const client = await openCopyClient(connectionConfig, "lectern test");
  try {
    // A superuser may become this role, which may not read the table. Other users may not become it.
    const denied = client.query("set role pg_monitor").then(() => client.query("select id from members"));
    const error: unknown = await denied.catch((one: unknown) => one);
    const message = /^The user of the database lacks a right: permission denied .*\. Make it the owner of the database/;
    assert.match(startFailureOf(error)?.message ?? "", message);
    const { exitCode, code, message: reported } = failureOf(error);
    assert.deepEqual([exitCode, code], [1, "database_unavailable"]);
    assert.match(reported, message);
  } finally {
    await client.end();
  }
});
