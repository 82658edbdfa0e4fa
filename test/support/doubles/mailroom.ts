import { Logger, run, type Runner } from "graphile-worker";
import pg from "pg";
import { sendMail } from "#domain/messages/mail/send-mail.ts";
import { smtpDelivery } from "#domain/messages/mail/smtp.ts";
import { observeTasks } from "#domain/platform/queue/observe-tasks.ts";
import { atEnd } from "../processes/at-end.ts";
import { connectionConfig, database } from "../databases/database.ts";
import { aMailServer, type ReceivedMail, sentTo } from "./mail-server.ts";
import { mailKey } from "../world.ts";

/** The email server of all tests of the process. */
const server = await aMailServer();
atEnd(() => server.close());

let worker: Promise<Runner> | undefined;

/**
 * Starts the worker that delivers to the server, once: not while the test files are loaded, because its connections
 * would wait too long. Cron tasks are left out: they run at all sites, and would disturb other tests.
 */
function startDelivery(): Promise<Runner> {
  worker ??= runWorker();
  return worker;
}

async function runWorker(): Promise<Runner> {
  const post = { key: mailKey, deliver: smtpDelivery(server.url) };
  const log = { info() {}, warn() {}, error() {} };
  const pool = new pg.Pool({ ...connectionConfig, max: 6 });
  // A connection that breaks fails the test that uses it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const runner = await run({
    pgPool: pool,
    taskList: observeTasks({
      // Tests shift the clock: no email may expire.
      send_mail: (payload, { abortSignal: signal, job }) =>
        sendMail(post, payload, { db: database, now: new Date(0), number: job.attempts, signal, log }),
    }),
    parsedCronItems: [],
    concurrency: 4,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  });
  atEnd(async () => {
    await runner.stop();
    await pool.end();
  });
  return runner;
}

/** Waits for this many emails to an address. */
export async function mailsTo(address: string, count = 1): Promise<ReceivedMail[]> {
  await startDelivery();
  return server.mailsTo(address, count);
}

/** Waits for an email to an address with this subject. */
export async function mailAbout(address: string, subject: RegExp): Promise<ReceivedMail> {
  for (let count = 1; ;) {
    const mails = await mailsTo(address, count);
    const found = mails.find(({ email }) => subject.test(email.subject ?? ""));
    if (found) return found;
    count = mails.length + 1;
  }
}

/** Waits until no delivery is pending, and returns the number of emails to the address. */
export async function mailsInAll(address: string): Promise<number> {
  await startDelivery();
  for (;;) {
    const { rows } = await database.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'send_mail'",
    );
    if (rows.length === 0) return sentTo(server.received, address).length;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The target of the email's button, as a path. */
export function linkIn({ email }: ReceivedMail): string {
  const [, link] = /^(https?:\/\/\S+\?link=\S+)$/m.exec(email.text ?? "") ?? [];
  if (!link) throw new Error(`No link in: ${email.text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
