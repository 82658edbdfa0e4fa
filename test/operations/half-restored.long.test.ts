import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { connect, type DatabaseConnection } from "#database/connection/connect.ts";
import { missingObjects } from "#database/migrate/missing-objects.ts";
import { newId } from "#domain/platform/ids.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { lectern } from "../support/worlds/installation.ts";
import { spawnServer } from "../support/processes/server-process.ts";

void describe("An installation that was restored in part", () => {
  let demo: DemoServer;
  let connection: DatabaseConnection;
  let dataFolder: string;
  before(async () => {
    demo = await aDemoServer();
    dataFolder = demo.env["LECTERN_DATA"]!;
    connection = await connect({ dataFolder, databaseUrl: undefined }, { role: "command", log: () => {} });
  });
  after(() => demo.close());

  async function wrongChecks(): Promise<Record<string, string>> {
    const { stdout } = await lectern(["doctor", "--json"], { env: demo.env });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
    return Object.fromEntries(
      checks.filter(({ status }) => status === "wrong").map(({ name, detail }) => [name, detail]),
    );
  }

  void test("is named part by part by /readyz and the doctor", async () => {
    const { database } = connection;
    assert.deepEqual(await missingObjects(database.pool), [], "A migrated database is complete.");
    await database.run`insert into stored_objects (site_id, id) select id, ${newId()} from sites`;
    rmSync(path.join(dataFolder, "files"), { recursive: true, force: true });
    await database.run`update secret_key_fingerprint set fingerprint = sha256('other')`;
    const { "Secret key": key, Files: files, ...others } = await wrongChecks();
    assert.deepEqual(Object.keys(others), []);
    assert.match(key!, /is not the key that sealed this database/);
    assert.match(files!, /^(\d+) of the newest \1 files are missing/);

    await database.run`drop index stored_objects_by_release`;
    await database.run`alter table enrollments drop constraint enrollments_site_id_course_id_fkey`;
    const ready = await fetch(`http://127.0.0.1:${demo.process.port}/readyz`);
    assert.deepEqual(
      [ready.status, await ready.json()],
      [503, { status: "unavailable", failing: ["database_schema", "secret_key", "files"] }],
    );
  });

  void test("does not start without its indexes and foreign keys, and the doctor names them", async () => {
    await connection.close();
    await demo.process.stop();
    const message =
      /The database is incomplete: it lacks the index stored_objects_by_release, the foreign key of enrollments \(site_id, course_id\) REFERENCES courses\(site_id, id\)\..*Restore the backup again/;
    assert.match((await wrongChecks())["Database"]!, message);
    const server = spawnServer(demo.env);
    assert.equal(await server.exited, 1);
    assert.match(server.stderr(), message);
    assert.doesNotMatch(server.stderr(), /^ +at .*\(?(file|node):/m);
  });
});
