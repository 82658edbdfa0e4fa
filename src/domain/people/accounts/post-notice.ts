import type { Context } from "#domain/platform/context.ts";
import { mailLocale, type MailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { forgottenAddress } from "#domain/messages/mail-links/mail-link.ts";
import { knownDevice } from "#lib/text/device-name.ts";
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

/** Notifies the account's owner of a change of their second factors at this site. */
export async function postFactorNotice(
  context: Context,
  { email, locale }: Account,
  kind: "factorAdded" | "factorRemoved" | "factorsRemovedByStaff" | "passkeyCopied",
): Promise<void> {
  const { mail, site } = context;
  await mail?.post(context, recipientOf(context, { email, locale }), { kind, link: `${site.origin}/account/security` });
}

/** Notifies the account's owner of a sign-in with a browser that they have not used at this site. */
export async function postNewDevice(context: Context, account: Account, userAgent: string): Promise<void> {
  const { mail, site } = context;
  const email = {
    kind: "newDevice",
    link: `${site.origin}/account#sessions`,
    message: knownDevice(userAgent),
  } as const;
  await mail?.post(context, recipientOf(context, account), email);
}

const recipientOf = (context: Context, { email, locale }: Pick<Account, "email" | "locale">) => ({
  email,
  locale: mailLocale(locale, mailLocale(context.site.defaultLocale, "en")),
  until: noticeExpiry(context),
});

/** The notice is still useful one day later. */
export const noticeExpiry = ({ now }: Context) => new Date(now.getTime() + day);
