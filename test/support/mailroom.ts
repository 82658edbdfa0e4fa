import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { startJobRunner } from "#domain/jobs/runner.ts";
import { smtpDelivery } from "#domain/mail/smtp.ts";
import { connectionConfig, database } from "./database.ts";
import { mailKey } from "./world.ts";

/** A mail as it came over the network. */
export interface ReceivedMail {
  /** As the server was told, whatever the headers say. */
  recipients: string[];
  sender: string;
  raw: string;
  email: Email;
}

/** An SMTP server that takes whatever `refuse` does not. The caller closes it. */
export async function aMailServer(refuse: (recipient: string) => number | undefined = () => undefined) {
  const received: ReceivedMail[] = [];
  let news = Promise.withResolvers<void>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const responseCode = refuse(address);
      if (responseCode === undefined) return done();
      return done(Object.assign(new Error("Not here"), { responseCode }));
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const raw = await buffer(stream);
        const recipients = envelope.rcptTo.map(({ address }) => address);
        const sender = envelope.mailFrom ? envelope.mailFrom.address : "";
        received.push({ recipients, sender, raw: raw.toString(), email: await PostalMime.parse(raw) });
        news.resolve();
        news = Promise.withResolvers();
      };
      take().then(() => done(), done);
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** The mails to an address, as soon as there are so many. */
    async mailsTo(address: string, count = 1): Promise<ReceivedMail[]> {
      const late = AbortSignal.timeout(patience);
      for (;;) {
        const found = received.filter(({ recipients }) => recipients.includes(address));
        if (found.length >= count) return found;
        if (late.aborted) throw new Error(`${found.length} instead of ${count} mails to ${address}`);
        await Promise.race([news.promise, once(late, "abort")]);
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const patience = 20_000;

/** The mail of every test of the process: one server, and one runner beside the application. */
const server = await aMailServer();
const runner = await startJobRunner({
  db: database,
  connection: connectionConfig,
  // Tests are ahead in time, each as it needs: for none of them is a mail too late, or a row over.
  clock: () => new Date(0),
  log: { info() {}, warn() {}, error() {} },
  post: { key: mailKey, deliver: smtpDelivery(server.url) },
});
after(async () => {
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
    if (rows.length === 0) return server.received.filter(({ recipients }) => recipients.includes(address)).length;
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
