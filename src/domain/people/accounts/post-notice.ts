import type { Context } from "#domain/platform/context.ts";
import type { MailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { forgottenAddress } from "#domain/messages/mail-links/mail-link.ts";
import type { Account } from "./account.ts";

const day = 86_400_000;

/** Notifies the account's owner, so that they notice changes by others. */
export async function postPasswordChanged(context: Context, { email }: Account, locale: MailLocale): Promise<void> {
  const { mail, site } = context;
  await mail?.post(
    context,
    { email, locale, until: noticeExpiry(context) },
    {
      kind: "passwordChanged",
      link: forgottenAddress(site),
    },
  );
}

/** The notice is still useful one day later. */
export const noticeExpiry = ({ now }: Context) => new Date(now.getTime() + day);
