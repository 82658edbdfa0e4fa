import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { after, afterEach, before, describe, test } from "node:test";
import { SMTPServer } from "smtp-server";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { type JobRunner, startJobRunner } from "#domain/background/runner.ts";
import { openPostbox } from "#domain/messages/mail/postbox.ts";
import { suppressAddress } from "#domain/messages/mail-reports/suppress-address.ts";
import { smtpDelivery, troubleWithSmtp } from "#domain/messages/mail/smtp.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { aMailServer } from "../support/doubles/mail-server.ts";
import { aSiteContext } from "./support.ts";
import { until } from "../support/until.ts";
import { ageClaims, hurryJobs, waitingMail } from "../support/doubles/waiting-mail.ts";

const key = randomBytes(32);
const postbox = openPostbox(key);

void describe("Mail delivery", () => {
  let installation: TestInstallation;
  let database: TestInstallation["database"];
  let context: RequestContext;
  const runners: JobRunner[] = [];
  const servers: { close(): Promise<void> }[] = [];
  const logLines: string[] = [];
  const addLine = (details: object, message: string) => logLines.push(`${message} ${JSON.stringify(details)}`);
  const log = { info: addLine, warn: addLine, error: addLine };

  before(async () => {
    installation = await anInstallation();
    ({ database } = installation);
    context = (await aSiteContext(database))();
    // Creates the queue, as every server does before it accepts requests.
    await (await deliverTo("smtp://127.0.0.1:9")).stop();
  });
  // Runs after failed tests too: leftover jobs would take the next test's mail.
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await Promise.all(servers.splice(0).map((server) => server.close()));
    await database.pool.query("delete from graphile_worker._private_jobs");
  });
  after(() => installation.close());

  async function mailServer(refuse?: Parameters<typeof aMailServer>[0]) {
    const server = await aMailServer(refuse);
    servers.push(server);
    return server;
  }

  async function deliverTo(url: string, now = context.now): Promise<JobRunner> {
    const { connection } = installation;
    const post = { key, deliver: smtpDelivery(url) };
    const runner = await startJobRunner({ db: database, connection, clock: () => now, log, post });
    runners.push(runner);
    return {
      ...runner,
      async stop() {
        runners.splice(runners.indexOf(runner), 1);
        await runner.stop();
      },
    };
  }

  async function post(minutes = 60): Promise<string> {
    const email = `bo-${newId()}@example.test`;
    await postTo(email, minutes);
    return email;
  }

  async function postTo(email: string, minutes = 60): Promise<void> {
    const to = { email, locale: "en", until: new Date(context.now.getTime() + minutes * 60_000) } as const;
    const link = "https://harbour.example.test/sign-up/confirm?link=lml_secret";
    await database.transaction((db) => postbox.post({ ...context, db }, to, { kind: "signUp", link }));
  }

  const waiting = () => waitingMail(database);
  const hurry = () => hurryJobs(database);
  const age = (seconds: number) => ageClaims(database, seconds);

  void test("A queued email is stored with its link and its recipient encrypted", async () => {
    const email = await post();
    const [job, ...others] = await waiting();
    assert.deepEqual(others, []);
    assert.doesNotMatch(job!.payload, /lml_|harbour|example/);
    assert.ok(!job!.payload.includes(email));
    const server = await mailServer();
    await deliverTo(server.url);
    const [mail] = await server.mailsTo(email);
    assert.ok(mail!.email.text!.includes("lml_secret"));
    await until(async () => (await waiting()).length === 0, "an empty queue");
  });

  void test("A server that is unreachable or temporarily rejects the email is retried until it accepts it", async () => {
    let away = true;
    const server = await mailServer(() => (away ? 451 : undefined));
    const runner = await deliverTo(server.url);
    const email = await post();
    await until(async () => ((await waiting())[0]?.attempts ?? 0) > 0, "a first attempt");
    away = false;
    await until(async () => {
      await hurry();
      return server.received.length === 1;
    }, "the mail");
    assert.deepEqual(server.received[0]!.recipients, [email]);
    await runner.stop();
    await server.close();

    await deliverTo(server.url);
    await post();
    await until(async () => Boolean((await waiting())[0]?.lastError), "a failed attempt");
    assert.match((await waiting())[0]!.lastError!, /ECONNREFUSED|connect/);
  });

  void test("A permanently rejected recipient is given up, and the log does not name the address", async () => {
    const server = await mailServer(() => 550);
    await deliverTo(server.url);
    logLines.length = 0;
    const email = await post();
    await until(async () => (await waiting()).length === 0, "an empty queue");
    assert.equal(logLines.length, 1, logLines.join("\n"));
    assert.match(logLines[0]!, /^an email was rejected permanently/);
    assert.ok(!logLines[0]!.includes(email) && !logLines[0]!.includes("lml_"));
    assert.equal(server.received.length, 0);
  });

  void test("An address that its server rejects permanently gets no more email, and a full mailbox does", async () => {
    let reply = { code: 550, text: "5.2.2 mailbox full" };
    const server = await mailServer(() => reply);
    await deliverTo(server.url);
    const email = await post();
    const again = async () => {
      await postTo(email);
      await until(async () => (await waiting()).length === 0, "an empty queue");
    };
    await until(async () => (await waiting()).length === 0, "an empty queue");
    const suppressed = () => database.many`
      select reason, status_code from suppressed_addresses where site_id = ${context.site.id} and email = ${email}`;
    assert.deepEqual(await suppressed(), []);
    for (const [code, text] of [
      [550, "relay not permitted"],
      [553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
      [550, "Message refused: 192.0.2.1 is listed at a blocklist"],
      [550, "Mailbox unavailable: rejected by policy"],
      [550, "Sender address unknown"],
      [554, "No such user here"],
    ] as const) {
      reply = { code, text };
      await again();
      assert.deepEqual(await suppressed(), [], text);
    }
    reply = { code: 550, text: "5.1.1 no such user" };
    await again();
    assert.deepEqual(await suppressed(), [{ reason: "bounce", statusCode: "5.1.1" }]);
    logLines.length = 0;
    await again();
    assert.match(logLines.join("\n"), /^an email was not sent: its address bounced or complained/);
    assert.ok(!logLines[0]!.includes(email));
  });

  void test("A reply without an enhanced code suppresses an address if it names a missing mailbox", async () => {
    let reply = { code: 550, text: "" };
    const server = await mailServer(() => reply);
    await deliverTo(server.url);
    for (const [code, text] of [
      [550, "No such user here"],
      [550, "Requested action not taken: mailbox unavailable"],
      [551, "User not local"],
      [553, "sorry, no mailbox here by that name. (#5.1.1)"],
    ] as const) {
      reply = { code, text };
      const email = await post();
      await until(async () => (await waiting()).length === 0, "an empty queue");
      const found = await database.many`
        select status_code from suppressed_addresses where site_id = ${context.site.id} and email = ${email}`;
      assert.deepEqual(found, [{ statusCode: "5.1.1" }], text);
    }
  });

  void test("A complaint stops news, and no email that a person needs", async () => {
    const server = await mailServer();
    await deliverTo(server.url);
    const email = `bo-${newId()}@example.test`;
    const complaint = { email, reason: "complaint", statusCode: null, diagnostic: null, sentAt: context.now } as const;
    await database.transaction((db) => suppressAddress({ ...context, db }, complaint));
    const news = {
      to: email,
      subject: "News",
      text: "News",
      html: "News",
      expiresAt: new Date(context.now.getTime() + 60_000),
    };
    const unsubscribe = "https://harbour.example.test/unsubscribe?link=x";
    await database.transaction((db) => postbox.postLater({ ...context, db }, [{ ...news, unsubscribe }]));
    await until(async () => (await waiting()).length === 0, "an empty queue");
    await postTo(email);
    await server.mailsTo(email);
    assert.deepEqual(
      server.received.map((mail) => mail.email.subject === "News"),
      [false],
    );
  });

  void test("The address of a temporarily rejected recipient appears neither in the log nor in the queue", async () => {
    const server = await mailServer(() => 450);
    logLines.length = 0;
    const runner = await deliverTo(server.url);
    const email = await post();
    await until(async () => Boolean((await waiting())[0]?.lastError), "a failed attempt");
    await runner.stop();
    const { lastError } = (await waiting())[0]!;
    assert.match(lastError!, /nobody of that name here/);
    assert.ok(!`${lastError} ${logLines.join(" ")}`.includes(email), lastError!);
    await database.pool.query("delete from graphile_worker._private_jobs");
  });

  void test("An email whose link has expired is not delivered", async () => {
    const server = await mailServer();
    await post(60);
    await deliverTo(server.url, new Date(context.now.getTime() + 60 * 60_000));
    await until(async () => (await waiting()).length === 0, "an empty queue");
    assert.equal(server.received.length, 0);
  });

  void test("Deliveries claimed by a killed process are delivered by the next one after the claim expires", async () => {
    const email = await post();
    await database.pool.query("update graphile_worker._private_jobs set locked_by = 'worker-of-the-dead'");
    await age(60);
    const server = await mailServer();
    const early = await deliverTo(server.url);
    const other = await post();
    await server.mailsTo(other);
    assert.equal(server.received.length, 1, "A claim that is a minute old may still be active.");
    await early.stop();
    await age(125);
    await deliverTo(server.url);
    await server.mailsTo(email);
    await until(async () => (await waiting()).length === 0, "an empty queue");
  });

  void test("A server that never answers neither delays shutdown nor loses email", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const requested = once(silent, "connection");
    const runner = await deliverTo(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const email = await post();
    const [socket] = (await requested) as [Socket];
    // From here on, only the shutdown ends the delivery before the timeout of the connection, which is reported.
    socket.write("220 ready\r\n");
    await runner.stop();
    const [job] = await waiting();
    assert.doesNotMatch(job?.lastError ?? "", /timeout|greeting/i, "The delivery was not aborted.");
    socket.destroy();
    silent.close();
    const server = await mailServer();
    await deliverTo(server.url);
    await until(async () => {
      await hurry();
      return server.received.length === 1;
    }, "the mail");
    assert.deepEqual(server.received[0]!.recipients, [email]);
  });

  void test("The password of SMTP_URL is never sent over an unencrypted connection", async () => {
    const passwords: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      logger: false,
      onAuth({ password }, _session, done) {
        passwords.push(password ?? "");
        done(null, { user: "school" });
      },
    });
    const listening = server.listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as AddressInfo;
    // 0.0.0.0 reaches this machine but is not treated as a loopback address.
    const trouble = await troubleWithSmtp(`smtp://school:hunter2@0.0.0.0:${port}`);
    assert.match(trouble!, /STARTTLS|TLS/i);
    assert.deepEqual(passwords, []);
    assert.equal(await troubleWithSmtp(`smtp://school:hunter2@127.0.0.1:${port}`), undefined);
    assert.deepEqual(passwords, ["hunter2"]);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  void test("A process without a mail server leaves email to the processes that have one", async () => {
    const { connection } = installation;
    const without = await startJobRunner({ db: database, connection, clock: () => context.now, log });
    runners.push(without);
    const email = await post();
    const server = await mailServer();
    await deliverTo(server.url);
    await server.mailsTo(email);
  });
});
