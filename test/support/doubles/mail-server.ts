import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** An email received over SMTP. */
export interface ReceivedMail {
  /** Recipients of the envelope, regardless of the headers. */
  recipients: string[];
  sender: string;
  raw: string;
  email: Email;
}

/** A reply code, with or without its text. */
type Refusal = number | { code: number; text: string };

/** An SMTP server that accepts everything except what `refuse` rejects. The caller closes it. */
export async function aMailServer(refuse: (recipient: string) => Refusal | undefined = () => undefined) {
  const received: ReceivedMail[] = [];
  let news = Promise.withResolvers<void>();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refusal = refuse(address);
      if (refusal === undefined) return done();
      const { code, text } = typeof refusal === "number" ? { code: refusal, text: "" } : refusal;
      const reply = text || `<${address}>: nobody of that name here`;
      return done(Object.assign(new Error(reply), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const raw = await buffer(stream);
        const recipients = envelope.rcptTo.map(({ address }) => address);
        const sender = envelope.mailFrom ? envelope.mailFrom.address : "";
        received.push({ recipients, sender, raw: raw.toString(), email: await PostalMime.parse(raw) });
        news.resolve();
        news = Promise.withResolvers();
        done();
      };
      void take();
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Waits for this many emails to an address. */
    mailsTo: async (address: string, count = 1): Promise<ReceivedMail[]> => {
      const late = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const found = sentTo(received, address);
        if (found.length >= count) return found;
        if (late.aborted) throw new Error(`Expected ${count} emails to ${address}, found ${found.length}`);
        await Promise.race([news.promise, once(late, "abort")]);
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Hosts are converted to lower case in transit. */
export const sentTo = (received: readonly ReceivedMail[], address: string) =>
  received.filter(({ recipients }) => recipients.some((one) => one.toLowerCase() === address.toLowerCase()));

const timeoutMs = 120_000;
