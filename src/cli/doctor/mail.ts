import type { Config } from "#server/config.ts";
import { type Check, note, ok, wrong } from "./check.ts";

/** Checks outgoing mail. Without mail, members cannot sign up or reset a password on their own. */
export async function checkMail({ smtpUrl, environment }: Config): Promise<Check> {
  const name = "Mail";
  if (smtpUrl === undefined) {
    return environment === "development"
      ? note(name, "SMTP_URL is not set: emails are only shown at /dev/mail")
      : note(name, "SMTP_URL is not set: people cannot sign up or reset their passwords");
  }
  const { host } = new URL(smtpUrl);
  const { troubleWithSmtp } = await import("#domain/messages/mail/smtp.ts");
  const trouble = await troubleWithSmtp(smtpUrl);
  if (trouble === undefined) return ok(name, `${host} accepts email`);
  return wrong(name, `${host} does not accept email (${trouble}). Fix SMTP_URL or the mail server.`);
}
