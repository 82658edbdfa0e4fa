import { Logger, run } from "graphile-worker";
import pg from "pg";
import { sendMail } from "#domain/engagement/mail/send-mail.ts";
import { smtpDelivery } from "#domain/engagement/mail/smtp.ts";
import { atEnd } from "./at-end.ts";
import { connectionConfig, database } from "./database.ts";
import { aMailServer, type ReceivedMail, sentTo } from "./mail-server.ts";
import { mailKey } from "./world.ts";

/**
 * The mail of every test of the process: one server, and what delivers to it. What the clock does is left out: it does it
 * at all sites, and other tests look whether anything has changed at theirs.
 */
const server = await aMailServer();
const post = { key: mailKey, deliver: smtpDelivery(server.url) };
const log = { info() {}, warn() {}, error() {} };
const pool = new pg.Pool({ ...connectionConfig, max: 6 });
const runner = await run({
  pgPool: pool,
  taskList: {
    // Tests are ahead in time, each as it needs: for none of them is a mail too late.
    send_mail: (payload, { abortSignal: signal, job }) =>
      sendMail(post, payload, { db: database, now: new Date(0), number: job.attempts, signal, log }),
  },
  parsedCronItems: [],
  concurrency: 4,
  noHandleSignals: true,
  logger: new Logger(() => () => {}),
});
atEnd(async () => {
  await runner.stop();
  await pool.end();
  await server.close();
});

export const { mailsTo } = server;

/** Once nothing waits to be delivered any more: how many mails have come to the address. */
export async function mailsInAll(address: string): Promise<number> {
  for (;;) {
    const { rows } = await database.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'send_mail'",
    );
    if (rows.length === 0) return sentTo(server.received, address).length;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Where the mail's button leads, as a path. */
export function linkIn({ email }: ReceivedMail): string {
  const [, link] = /^(https?:\/\/\S+\?link=\S+)$/m.exec(email.text ?? "") ?? [];
  if (!link) throw new Error(`No link in: ${email.text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
