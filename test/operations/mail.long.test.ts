import assert from "node:assert/strict";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { describe, test } from "node:test";
import { connect } from "#database/connection/connect.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { lectern, temporaryDataFolder } from "../support/worlds/installation.ts";
import { aMailServer } from "../support/doubles/mail-server.ts";
import { freePort, startServer } from "../support/processes/server-process.ts";
import { until } from "../support/until.ts";

const chosen = "lantern-otter-quilt-58";

async function askForPassword(origin: string, email: string): Promise<number> {
  const visitor = new HttpVisitor(origin);
  const { action, fields } = await visitor.form("/password/forgotten");
  return (await visitor.request(action, { ...fields, email })).status;
}

const mailboxOf = async (origin: string) => {
  const response = await fetch(`${origin}/dev/mail`, { headers: { accept: "text/html" } });
  return { status: response.status, body: await response.text() };
};

/** The first link of an email in the mailbox. */
const linkInMailbox = (origin: string) =>
  until(async () => /href="(http[^"]*\?link=[^"]+)"/.exec((await mailboxOf(origin)).body)?.[1], "a mail");

const withDatabaseOf = async (dataFolder: string, statement: string) => {
  const connection = await connect(
    { dataFolder, databaseUrl: undefined },
    { role: "command", log() {}, durable: false },
  );
  try {
    return await connection.database.pool.query<Record<string, unknown>>(statement);
  } finally {
    await connection.close();
  }
};

void describe("Email of a running server", () => {
  void test("in development is shown at /dev/mail, also after a restart, per site; no log contains a link", async () => {
    const demo = await aDemoServer({ LECTERN_ENV: "development", LECTERN_LOG_LEVEL: "trace" });
    try {
      const { origin, members } = demo.site;
      const { email } = members[0]!;
      assert.equal(await askForPassword(origin, email), 200);
      const link = await linkInMailbox(origin);
      const other = origin.replace("127.0.0.1", "localhost");
      assert.doesNotMatch((await mailboxOf(other)).body, /link=/);

      assert.equal(await demo.process.stop(), 0);
      const first = demo.process;
      await demo.restart();
      assert.equal(await linkInMailbox(origin), link);
      const visitor = new HttpVisitor(origin);
      const { pathname, search, searchParams } = new URL(link);
      const { action, fields } = await visitor.form(pathname + search);
      assert.equal((await visitor.request(action, { ...fields, password: chosen })).status, 303);
      assert.equal((await visitor.signIn(email, chosen)).headers.get("location"), "/admin");

      assert.equal(await demo.process.stop(), 0);
      for (const server of [first, demo.process]) {
        const written = `${server.stdout()}${server.stderr()}`;
        assert.ok(!written.includes(searchParams.get("link")!) && !written.includes(chosen));
        assert.doesNotMatch(written, /lml_/);
      }
    } finally {
      await demo.close();
    }
  });

  void test("in production is not sent without SMTP_URL, which the pages and the doctor report; /dev/mail is 404", async () => {
    const dataFolder = temporaryDataFolder();
    const port = await freePort();
    const env = {
      LECTERN_ENV: "production",
      LECTERN_SECRET_KEY: "5e".repeat(32),
      LECTERN_DATA: dataFolder,
      LECTERN_PORT: port,
    };
    const origin = `http://127.0.0.1:${port}`;
    const server = await startServer(env);
    try {
      const created = await lectern(["site", "create", origin, "--name", "A school"], { env });
      assert.equal(created.code, 0, created.stderr);
      await lectern(["site", "set", origin, "open_sign_up=true"], { env });
      const get = (path: string) => fetch(origin + path, { headers: { accept: "text/html" } });
      const signIn = await until(async () => {
        const page = await get("/sign-in");
        return page.status === 200 ? page.text() : undefined;
      }, "the site");
      assert.match(signIn, /can reset it/);
      assert.doesNotMatch(signIn, /sign-up|password\/forgotten/);
      for (const path of ["/dev/mail", "/sign-up", "/password/forgotten"]) {
        assert.equal((await get(path)).status, 404, path);
      }
      const doctor = await lectern(["doctor"], { env });
      assert.match(doctor.stdout, /^note +Mail +SMTP_URL is not set/m);
    } finally {
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  });

  void test("is sent to the server of SMTP_URL, which the doctor checks, and nowhere else", async () => {
    const mails = await aMailServer();
    const demo = await aDemoServer({
      LECTERN_ENV: "development",
      SMTP_URL: mails.url,
      LECTERN_MAIL_FROM: "school@mail.example.test",
    });
    try {
      const { origin, members } = demo.site;
      const { email } = members[0]!;
      assert.equal(await askForPassword(origin, email), 200);
      const [mail] = await mails.mailsTo(email);
      assert.equal(mail!.email.from?.address, "school@mail.example.test");
      assert.equal((await mailboxOf(origin)).status, 404);
      const answers = await lectern(["doctor"], { env: demo.env });
      assert.match(answers.stdout, /^ok +Mail +\S+ accepts email/m);
      await mails.close();
      const silent = await lectern(["doctor"], { env: demo.env });
      assert.equal(silent.code, 1);
      assert.match(silent.stdout, /^wrong +Mail +127\.0\.0\.1:\d+ .*SMTP_URL/m);
    } finally {
      await demo.close();
    }
  });

  void test("is delivered by the next start if every process was killed during delivery", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const sockets: { destroy(): void }[] = [];
    silent.on("connection", (socket) => sockets.push(socket));
    let demo: DemoServer | undefined;
    const mails = await aMailServer();
    try {
      const requested = once(silent, "connection");
      demo = await aDemoServer({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` });
      const { origin, members } = demo.site;
      const { email } = members[0]!;
      assert.equal(await askForPassword(origin, email), 200);
      await requested;
      await demo.process.killTree();

      const dataFolder = demo.env["LECTERN_DATA"]!;
      const aged = await withDatabaseOf(
        dataFolder,
        `update graphile_worker._private_jobs set locked_at = locked_at - interval '3 minutes'
          where locked_by is not null
            and task_id = (select id from graphile_worker._private_tasks where identifier = 'send_mail')
        returning payload::text as payload`,
      );
      assert.equal(aged.rowCount, 1, "The process had claimed the email.");
      assert.ok(!String(aged.rows[0]!["payload"]).includes(email));
      await demo.restart({ SMTP_URL: mails.url });
      const [mail] = await mails.mailsTo(email);
      const link = /\/password\/new\?link=\S+/.exec(mail!.email.text!)![0];
      const { action, fields } = await new HttpVisitor(origin).form(link);
      assert.equal(action, "/password/new");
      assert.ok(fields["link"]);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      await demo?.close();
      await mails.close();
    }
  });
});
