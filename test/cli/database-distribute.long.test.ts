import assert from "node:assert/strict";
import { test } from "node:test";
import { anInstallation } from "../support/worlds/installation.ts";

void test("A database without Citus is not distributed, and the error says what to do", async () => {
  const installation = await anInstallation();
  const { pool } = installation.database;
  try {
    const applied = () => pool.query("select name, applied_at from schema_migrations order by name");
    const { rows: before } = await applied();
    const { code, stdout, stderr } = await installation.lectern(["database", "distribute"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /has no Citus extension\. Set DATABASE_URL to the coordinator of a Citus cluster/);
    assert.deepEqual((await applied()).rows, before);
  } finally {
    await installation.close();
  }
});
