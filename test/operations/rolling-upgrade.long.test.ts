import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { migrate } from "#database/migrate/migrate.ts";
import { migrationFolder } from "#database/migrate/migration-files.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { connectionConfig, database } from "../support/databases/database.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { previousRelease } from "../support/releases/previous-release.ts";
import { readRelease } from "../support/releases/release-record.ts";
import { freePort, type ServerProcess, spawnServer, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy, type TcpProxy } from "../support/doubles/tcp-proxy.ts";
import { aSite, type ASite, encode, secretKey } from "../support/world.ts";
import { type Response, shopLoad } from "./support/shop-load.ts";

const tables = ["courses", "members", "grants", "families", "tokens", "outbox_events", "jobs", "sites"];
const names = ["9000-expand.sql", "9001-index.sql"];

/** What the migrations of a next release may do, and a change of type, which they may not. */
const expand = [
  ...tables.map((table) => `alter table ${table} add column scratch text default 'new'`),
  "create table scratch_things (site_id uuid not null references sites, id uuid, primary key (site_id, id))",
  "alter table courses alter column version type bigint",
];
const contract = [
  "drop table scratch_things",
  "alter table courses alter column version type integer",
  ...tables.map((table) => `alter table ${table} drop column scratch`),
  "drop index if exists scratch_index",
  "delete from schema_migrations where name like '900%'",
];

void describe("A version and the next one on one database", () => {
  const previous = previousRelease();
  const dataFolders = [temporaryDataFolder(), temporaryDataFolder(), temporaryDataFolder()];
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-migrations-"));
  let proxy: TcpProxy;
  let site: ASite;
  let migrating: pg.Client;
  let envOf: (index: number) => Promise<Record<string, string>>;

  before(async () => {
    const { target, url } = databaseLocation();
    proxy = await aTcpProxy(target);
    url.port = String(proxy.port);
    envOf = async (index) => ({
      LECTERN_ENV: "production",
      LECTERN_SECRET_KEY: secretKey.toString("hex"),
      LECTERN_DATA: dataFolders[index]!,
      LECTERN_PORT: await freePort(),
      LECTERN_DRAIN_SECONDS: "2",
      // On a busy machine, requests in progress may take longer than a process usually waits for them.
      LECTERN_SHUTDOWN_SECONDS: "600",
      DATABASE_URL: url.href,
    });
    site = await aSite();
    migrating = new pg.Client(connectionConfig);
    await migrating.connect();
    cpSync(migrationFolder, folder, { recursive: true });
    const header = `-- requires ${readRelease().version}\n`;
    writeFileSync(path.join(folder, names[0]!), header + expand.map((statement) => `${statement};\n`).join(""));
    writeFileSync(
      path.join(folder, names[1]!),
      `${header}create index concurrently scratch_index on courses (site_id, scratch);\n`,
    );
  });
  after(async () => {
    for (const statement of contract) await migrating.query(statement).catch(() => {});
    await migrating.end();
    await proxy.close();
    for (const each of [...dataFolders, folder]) rmSync(each, { recursive: true, force: true });
  });

  void test("serve every request while the schema changes and the old process is replaced", async (t) => {
    const isOld = previous.folder !== undefined;
    t.diagnostic(isOld ? `From ${previous.description}.` : `${previous.description} This version takes its part.`);
    const operator = await operatorOf(site, "courses:read courses:write members:read school:read school:write");
    const client = await site.operatorClient();
    const member = await site.member();
    const old = await startServer(await envOf(0), "node", previous.folder);
    let targets: ServerProcess[] = [old];
    const load = { stopping: false, sent: 0 };
    const failures: string[] = [];
    const succeeded = new Set<string>();
    const bearer = { authorization: `Bearer ${operator.bearer}` };
    const json = { ...bearer, "content-type": "application/json" };

    async function check(name: string, response: Promise<Response>): Promise<Response> {
      const answered = await response.catch((error: Error) => ({ status: 599, body: error.message, cookies: [] }));
      const { status, body } = answered;
      load.sent++;
      if (status < 400) succeeded.add(name);
      if (status >= 500) failures.push(`${name}: ${status} ${body.slice(0, 300)}`);
      return answered;
    }
    const to = (name: string, url: string, headers?: Record<string, string>, body?: string) =>
      check(name, send(targets[load.sent % targets.length]!, site, url, headers, body));

    const work: Record<string, () => Promise<unknown>> = {
      list: () => to("list", "/api/v1/courses?q=night", bearer),
      members: () => to("members", "/api/v1/members", bearer),
      write: () => to("write", "/api/v1/courses", json, '{"name":"Night sky"}'),
      page: () => to("page", "/courses"),
      job: () => to("job", "/api/v1/exports", json, '{"resources":["members"],"format":"ndjson"}'),
    };
    const shop = await shopLoad(site, (name, url, headers, form) => {
      const isForm = form && { "content-type": "application/x-www-form-urlencoded" };
      return to(name, url, { ...headers, ...isForm }, form && encode(form));
    });
    Object.assign(work, shop);
    const { refresh_token: first } = await site.connect(client, member, "openid account:read");
    let refreshToken = first;
    work["refresh"] = async () => {
      const form = encode({ grant_type: "refresh_token", refresh_token: refreshToken, client_id: client.clientId });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const { status, body } = await to("refresh", "/api/oauth/token", headers, form);
      if (status === 200) ({ refresh_token: refreshToken } = JSON.parse(body) as { refresh_token: string });
    };
    const loads = Object.values(work).map(async (send) => {
      while (!load.stopping) await send();
    });
    /** Waits for a number of further requests. */
    async function pass(count: number): Promise<void> {
      const until = load.sent + count;
      while (load.sent < until) await new Promise((resolve) => setImmediate(resolve));
    }

    let next: ServerProcess | undefined;
    try {
      await pass(60);
      assert.deepEqual(await migrate(migrating, { folder }), names);
      await pass(60);
      next = await startServer(await envOf(1));
      assert.match(
        next.stderr(),
        /migrated by a newer version of Lectern \(9000-expand\.sql, 9001-index\.sql\), beside which/,
      );
      targets = [old, next];
      await pass(60);
      old.signal("SIGTERM");
      // As a load balancer does: the process is left out once it is not ready, and accepts requests until then.
      while ((await send(old, site, "/readyz").catch(() => ({ status: 503 }))).status === 200) await pass(5);
      targets = [next];
      assert.equal(await old.exited, 0, old.stderr());
      await pass(60);
      const succeededJobs = () =>
        database.many`select id from jobs where site_id = ${site.id} and status = 'succeeded'`;
      while ((await succeededJobs()).length === 0) await pass(5);
      // Sooner or later each kind meets the new version, which has all of them.
      for (const name of Object.keys(work)) while (!succeeded.has(name) && failures.length === 0) await pass(5);
    } finally {
      load.stopping = true;
      await Promise.all(loads);
      await Promise.all([old.stop(), next?.stop()]);
    }
    assert.deepEqual(failures, []);
    assert.deepEqual(
      Object.keys(work).filter((name) => !succeeded.has(name)),
      [],
    );
  });

  void test("An older version is refused in one line, and a running one reports that it is not ready", async () => {
    const server = await startServer(await envOf(1));
    const ready = () => send(server, site, "/readyz?exclude=files&exclude=storage&exclude=secret_key");
    assert.equal((await ready()).status, 200);
    await migrating.query("update schema_migrations set requires = '99.0.0' where name = $1", [names[0]]);
    let response = await ready();
    // Results are reused for half a second.
    while (response.status === 200) response = await ready();
    assert.deepEqual(JSON.parse(response.body), { status: "unavailable", failing: ["database_schema"] });
    await server.stop();
    const refused = spawnServer(await envOf(2));
    assert.equal(await refused.exited, 1);
    assert.match(
      refused.stderr(),
      /^The database was migrated by a newer version of Lectern \(9000-expand\.sql\)\. Version [\d.]+ cannot use it\. Start 99\.0\.0 or later\. .*\n$/,
    );
  });
});

async function send(
  server: ServerProcess,
  site: ASite,
  url: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(
    {
      port: server.port,
      host: "127.0.0.1",
      path: url,
      method: body === undefined ? "GET" : "POST",
      headers: { host: site.host, ...headers },
      agent: false,
    },
    resolve,
  )
    .on("error", reject)
    .end(body);
  const response = await promise;
  const cookies = (response.headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]!);
  return { status: response.statusCode!, body: await text(response), cookies };
}
