import { startJobRunner } from "#domain/jobs/runner.ts";
import { smtpDelivery } from "#domain/mail/smtp.ts";
import { atEnd } from "./at-end.ts";
import { connectionConfig, database } from "./database.ts";
import { aMailServer, type ReceivedMail, sentTo } from "./mail-server.ts";
import { mailKey, postbox } from "./world.ts";

/** The mail of every test of the process: one server, and one runner beside the application. */
const server = await aMailServer();
const runner = await startJobRunner({
  db: database,
  connection: connectionConfig,
  // Tests are ahead in time, each as it needs: for none of them is a mail too late, or a row over.
  clock: () => new Date(0),
  log: { info() {}, warn() {}, error() {} },
  post: { key: mailKey, deliver: smtpDelivery(server.url), postbox },
});
atEnd(async () => {
  await runner.stop();
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
  if (!link) throw new Error(`There is no link in: ${email.text}`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
