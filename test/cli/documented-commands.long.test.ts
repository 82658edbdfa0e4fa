import assert from "node:assert/strict";
import { describe, test } from "node:test";
import pg from "pg";
import { ranDocuments, read, testCommandsOf } from "./support/documented-commands.ts";

// The documents that a newcomer begins with: documented-commands.test.ts
void describe("Commands in the documentation", () => {
  const installation = testCommandsOf(ranDocuments);

  void test("The statements of docs/operations/quotas-and-retention.md run on the database", async () => {
    const [, block = ""] = /^```sql\n(.*?)^```$/ms.exec(read("docs/operations/quotas-and-retention.md"))!;
    const client = new pg.Client(installation().connection);
    await client.connect();
    try {
      assert.equal(block.split(";").length, 3);
      await client.query(block);
    } finally {
      await client.end();
    }
  });
});
