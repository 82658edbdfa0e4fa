import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { assertStatus } from "../support/assert-status.ts";
import { agentAt } from "../mcp/support/agent.ts";
import { openDatabase } from "#database/database.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { database } from "../support/databases/database.ts";
import { aFullServer, aRemoteDatabase, type RemoteDatabase } from "../support/databases/remote-database.ts";
import { type AClient, aSite, type ASite, buildProcess, siteAt } from "../support/world.ts";

const scope = "courses:read courses:write";

void describe("Without the database, every surface responds in its own format", () => {
  let remote: RemoteDatabase;
  let site: ASite;
  let operator: string;
  let reader: string;
  let client: AClient;
  let refreshToken: string;

  before(async () => {
    remote = await aRemoteDatabase(500);
    const here = await aSite();
    ({ bearer: operator } = await operatorOf(here, scope));
    client = await here.operatorClient();
    const tokens = await here.connect(client, await here.member(), "openid account:read");
    ({ access_token: reader, refresh_token: refreshToken } = tokens);
    site = remote.at(here);
  });
  after(() => remote.close());

  const surfaces = {
    token: () => site.refresh(client, refreshToken),
    userinfo: () => site.userinfo(reader),
    operator: () => site.get("/api/v1/courses", { bearer: operator }),
    member: () => site.graphql("{ viewer { id } }", reader),
    mcp: () => agentAt(site, operator).send("tools/call", { name: "list_courses", arguments: {} }),
    tool: () => agentAt(site).send("tools/call", { name: "list_courses", arguments: {} }),
    page: () => site.get("/courses", { headers: { accept: "text/html", "accept-language": "zh-TW" } }),
    document: () => site.get("/pricing.md"),
  };
  type Surface = keyof typeof surfaces;

  async function askAll(): Promise<Record<Surface, LightMyRequestResponse>> {
    const asked = Object.entries(surfaces).map(async ([name, ask]) => [name, await ask()] as const);
    return Object.fromEntries(await Promise.all(asked)) as Record<Surface, LightMyRequestResponse>;
  }

  function assertUnavailable(answers: Record<Surface, LightMyRequestResponse>): void {
    const { token, userinfo, operator: problem, member, mcp, tool, page, document } = answers;
    for (const { statusCode, headers, body } of [token, userinfo, problem, member, mcp, page, document]) {
      assert.equal(statusCode, 503, body);
      assert.match(String(headers["retry-after"]), /^[1-9]\d*$/);
      assert.doesNotMatch(body, /ECONN|postgres|select |timeout|node_modules/i);
    }
    for (const { headers, ...answer } of [token, userinfo]) {
      const error = answer.json<{ error: string; error_uri: string }>();
      assert.equal(error.error, "temporarily_unavailable");
      assert.equal(error.error_uri, `${site.origin}/docs/errors/temporarily_unavailable`);
      assert.equal(headers["cache-control"], "no-store");
    }
    assert.match(String(problem.headers["content-type"]), /^application\/problem\+json/);
    const { type, code } = problem.json<{ type: string; code: string }>();
    assert.deepEqual([type, code], [`${site.origin}/docs/errors/database_unavailable`, "database_unavailable"]);
    assert.equal(codeOf(member), "UNAVAILABLE");
    const { error } = mcp.json<{ error: { code: number; data: { code: string; retryAfter: number } } }>();
    assert.deepEqual([error.code, error.data], [503, { code: "database_unavailable", retryAfter: 5 }]);
    const { result } = tool.json<{ result: { isError: boolean; content: { text: string }[] } }>();
    assert.equal(result.isError, true);
    const failure = JSON.parse(result.content[0]!.text) as Record<string, unknown>;
    assert.deepEqual([failure["code"], failure["retry_after_seconds"]], ["database_unavailable", 5]);
    assert.match(String(failure["recovery"]), /retry_after_seconds/);
    assert.match(page.body, /<html lang="zh-TW"/);
    assert.match(page.body, /暫時無法回應/);
    assert.match(String(document.headers["content-type"]), /^text\/plain/);
  }

  async function assertServed(): Promise<void> {
    const { token, ...others } = await askAll();
    for (const [name, { statusCode, body }] of Object.entries(others))
      assert.equal(statusCode, 200, `${name}: ${body}`);
    assert.ok([200, 400].includes(token.statusCode), "The refresh token may have been used up by the lost request.");
  }

  void test("after its connections were closed, and works again when it is back", async () => {
    for (const [name, ask] of Object.entries(surfaces))
      if (name !== "token") assert.equal((await ask()).statusCode, 200);
    await remote.proxy.cut();
    assertUnavailable(await askAll());
    await remote.proxy.restore();
    await assertServed();
  });

  void test("after it vanished without closing its connections, and works again when it is back", async () => {
    await assertServed();
    remote.proxy.silence();
    assertUnavailable(await askAll());
    // New connections are silent too.
    assertUnavailable(await askAll());
    remote.proxy.endSilence();
    await assertServed();
  });
});

void describe("A write that the database cannot complete", () => {
  let remote: RemoteDatabase;
  let operator: Operator;
  before(async () => {
    remote = await aRemoteDatabase(500);
    operator = await operatorOf(remote.at(await aSite()), scope);
  });
  after(() => remote.close());

  /** Creates a course while inserting one does this at the site. */
  async function createWhile(action: string, meanwhile = async () => {}) {
    const name = `refuse_${operator.site.id.replaceAll("-", "")}`;
    await database.pool.query(`
      create function ${name}() returns trigger language plpgsql as $$ begin ${action}; return new; end $$;
      create trigger ${name} before insert on courses for each row when (new.site_id = '${operator.site.id}')
        execute function ${name}()`);
    try {
      const creating = operator.post("/courses", { name: "Knots" }, { "idempotency-key": "knots-1" });
      await meanwhile();
      const { statusCode, headers, ...response } = await creating;
      return [statusCode, headers["retry-after"], response.json<{ code: string }>().code];
    } finally {
      await database.pool.query(`drop trigger ${name} on courses; drop function ${name}()`);
    }
  }

  const raise = (code: string) => createWhile(`raise exception using errcode = '${code}'`);

  void test("is refused with the reason, and succeeds with the same key once the cause is gone", async () => {
    assert.deepEqual(await raise("53100"), [507, "60", "insufficient_storage"]);
    for (const code of ["53200", "53300", "55P03"]) assert.deepEqual(await raise(code), [503, "2", "database_busy"]);
    for (const code of ["25006", "57P01", "58030"]) {
      assert.deepEqual(await raise(code), [503, "5", "database_unavailable"]);
    }
    assert.deepEqual(await createWhile("perform pg_sleep(60)"), [503, "2", "database_busy"]);
    const silenced = createWhile("perform pg_sleep(60)", async () => {
      await isSleeping();
      remote.proxy.silence();
    });
    assert.deepEqual(await silenced, [503, "5", "database_unavailable"]);
    remote.proxy.endSilence();

    const { data } = (await operator.get("/courses")).json<{ data: object[] }>();
    assert.deepEqual(data, []);
    const created = await operator.post("/courses", { name: "Knots" }, { "idempotency-key": "knots-1" });
    assertStatus(created, 201);
  });
});

void test("A database without a free connection is busy: 503, not an internal error", async () => {
  const full = await aFullServer();
  const refused = openDatabase({ host: "127.0.0.1", port: full.port, user: "lectern", database: "lectern" });
  const process = buildProcess({ db: refused });
  const { site, bearer } = await operatorOf(await aSite(), scope);
  const answer = await siteAt(site.site, process).get("/api/v1/courses", { bearer });
  assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [503, "database_busy"]);
  await full.close();
  await refused.close();
});

const codeOf = (response: LightMyRequestResponse): string | undefined =>
  response.json<{ errors: { extensions: { code: string } }[] }>().errors[0]?.extensions.code;

async function isSleeping(): Promise<void> {
  const sleeping = "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
  while ((await database.pool.query(sleeping)).rowCount === 0);
}
