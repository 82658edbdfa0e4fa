import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import pg from "pg";
import { connect } from "#database/connection/connect.ts";
import { distribute } from "#database/cluster/distribute.ts";
import { migrate } from "#database/migrate/migrate.ts";
import { migrationFolder, migrations } from "#database/migrate/migration-files.ts";
import { distributable, pendingTables } from "#database/cluster/place-tables.ts";
import { newId } from "#domain/platform/ids.ts";
import { citusNodes, createOnNodes, dropOnNodes } from "../support/doubles/citus.ts";
import { dropDatabase } from "../support/databases/drop-database.ts";
import { readRelease } from "../support/releases/release-record.ts";

const url = process.env["CITUS_URL"];
const skip = url === undefined && "CITUS_URL is not set: the address of a database on the coordinator of a cluster";

interface Cluster extends AsyncDisposable {
  url: string;
  client: pg.Client;
}

/** A database on all nodes that was distributed with the schema of the release. */
async function aReleasedCluster(coordinator: string): Promise<Cluster> {
  const admin = new pg.Client(coordinator);
  await admin.connect();
  const name = `lectern_released_${process.pid}`;
  await admin.query(`create database ${name}`);
  const nodes = await citusNodes(admin);
  const own = await createOnNodes(coordinator, name, nodes);
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-released-"));
  const released = Object.keys(readRelease().migrations);
  for (const file of released) cpSync(path.join(migrationFolder, file), path.join(folder, file));
  const client = new pg.Client(own);
  await client.connect();
  await migrate(client, { folder });
  await distribute(client);
  return {
    url: own,
    client,
    async [Symbol.asyncDispose]() {
      await client.end();
      await dropDatabase(admin, name);
      await dropOnNodes(coordinator, name, nodes);
      await admin.end();
      rmSync(folder, { recursive: true });
    },
  };
}

void test("A database that was distributed with the release is migrated with its rows", { skip }, async () => {
  await using cluster = await aReleasedCluster(url ?? "");
  const { client } = cluster;
  const sites = Array.from({ length: 8 }, newId);
  for (const [index, site] of sites.entries()) {
    const host = `school-${index}.localhost`;
    await client.query(
      "insert into sites (id, origin, host, name, created_at, updated_at) values ($1, $2, $3, 'School', now(), now())",
      [site, `http://${host}`, host],
    );
    const course = newId();
    await client.query(
      `insert into courses (site_id, id, slug, name, course_type, created_at, updated_at)
       values ($1, $2, 'soldering', 'Soldering', 'free', now(), now())`,
      [site, course],
    );
  }

  const connection = await connect({ databaseUrl: cluster.url, dataFolder: "" }, { role: "command", log: () => {} });
  await connection.close();
  const released = Object.keys(readRelease().migrations);
  assert.deepEqual(connection.migrations, migrations().slice(released.length));
  assert.deepEqual(await distributable(client, await pendingTables(client)), []);
  const { rows } = await client.query("select count(*) from courses");
  assert.deepEqual(rows, [{ count: String(sites.length) }]);
});
