import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { connect } from "#database/connection/connect.ts";
import { UnusableDatabaseError } from "#database/migrate/unusable-database.ts";
import { certificatesFor } from "../support/worlds/certificates.ts";
import { lectern } from "../support/worlds/installation.ts";
import { aTlsCluster } from "../support/doubles/tls-cluster.ts";

void describe("A PostgreSQL server with TLS", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-tls-"));
  const fileOf = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  let cluster: Awaited<ReturnType<typeof aTlsCluster>>;
  let ca: string;
  let otherCa: string;
  before(async () => {
    const [certificates, others] = await Promise.all([
      certificatesFor(["db.example"], ["127.0.0.1"]),
      certificatesFor(["db.example"], ["127.0.0.1"]),
    ]);
    ca = fileOf("ca.pem", certificates.ca);
    otherCa = fileOf("other-ca.pem", others.ca);
    cluster = await aTlsCluster(certificates);
  });
  after(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function connected(host: string, parameters: Record<string, string>): Promise<boolean> {
    const databaseUrl = cluster.url(host, parameters);
    const options = { role: "command", log: () => {}, migrates: false } as const;
    const connection = await connect({ databaseUrl, dataFolder: folder }, options);
    const { database, jobs } = connection;
    try {
      const encrypted = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
      const rows = await Promise.all([database.pool.query(encrypted), jobs.pool.query(encrypted)]);
      return rows.every((one) => (one.rows as { ssl: boolean }[])[0]!.ssl);
    } finally {
      await connection.close();
    }
  }

  void test("is used if its certificate is from the authority and names the host", async () => {
    assert.equal(await connected("127.0.0.1", { sslmode: "verify-full", sslrootcert: ca }), true);
    assert.equal(await connected("127.0.0.1", { sslrootcert: ca }), true);
    assert.equal(await connected("localhost", { sslmode: "verify-ca", sslrootcert: ca }), true);
    assert.equal(await connected("localhost", { sslmode: "require" }), true);
    assert.equal(await connected("127.0.0.1", { sslmode: "disable" }), false);
  });

  void test("is refused with the reason otherwise", async () => {
    const cases: [string, Record<string, string>, RegExp][] = [
      ["127.0.0.1", { sslmode: "verify-full", sslrootcert: otherCa }, /is not from an authority .* Set sslrootcert/],
      ["127.0.0.1", { sslmode: "verify-ca", sslrootcert: otherCa }, /is not from an authority .* Set sslrootcert/],
      ["127.0.0.1", { sslmode: "require", sslrootcert: otherCa }, /is not from an authority .* Set sslrootcert/],
      ["127.0.0.1", { sslmode: "verify-full" }, /is not from an authority .* Set sslrootcert/],
      ["localhost", { sslmode: "verify-full", sslrootcert: ca }, /is for another host\. Use a host that/],
      ["127.0.0.1", { sslmode: "verify-full", sslrootcert: path.join(folder, "none") }, /cannot be read: ENOENT/],
    ];
    for (const [host, parameters, expected] of cases) {
      await assert.rejects(connected(host, parameters), (error: Error) => {
        assert.ok(error instanceof UnusableDatabaseError, error.stack);
        assert.match(error.message, expected);
        assert.doesNotMatch(error.message, /lectern:/);
        return true;
      });
    }
    // Several servers: each with its reason.
    const url = cluster.url("localhost", { sslmode: "verify-full", sslrootcert: ca }).replace("@", "@localhost:1,");
    const { code, stderr } = await lectern(["site", "list"], { env: { DATABASE_URL: url, LECTERN_DATA: folder } });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^lectern: No server of DATABASE_URL can be used .*localhost:1 \(.*ECONNREFUSED.*localhost:\d+ \(Hostname/,
    );
  });

  void test("loses connections that a failover made read-only: they are closed and replaced", async () => {
    const databaseUrl = cluster.url("127.0.0.1", { sslrootcert: ca });
    const options = { role: "command", log: () => {} } as const;
    const connection = await connect({ databaseUrl, dataFolder: folder }, options);
    const { database } = connection;
    const admin = new pg.Client({ connectionString: databaseUrl.replace(/\?.*/, "") });
    await admin.connect();
    try {
      await admin.query("alter database lectern set default_transaction_read_only = on");
      const write = (id: string) => database.run`
        insert into sign_in_attempts (digest, count, expires_at) values (${id}, 1, now())`;
      await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lectern'");
      const pause = () => admin.query("select pg_sleep(0.01)");
      assert.ok(await writes(write, pause, (error) => /read-only transaction/.test(error.message)));
      await admin.query("set default_transaction_read_only = off");
      await admin.query("alter database lectern set default_transaction_read_only = off");
      // Sessions keep the setting with which they started.
      assert.ok(await writes(write, pause, () => false));
    } finally {
      await admin.end();
      await connection.close();
    }
  });
});

/** Repeats a write until it succeeds or its error is the expected one. */
async function writes(
  write: (id: string) => Promise<number>,
  pause: () => Promise<unknown>,
  isExpected: (error: Error) => boolean,
): Promise<boolean> {
  for (let attempt = 0; attempt < 300; attempt++) {
    try {
      await write(randomUUID());
      return true;
    } catch (error) {
      if (isExpected(error as Error)) return true;
      await pause();
    }
  }
  return false;
}
