import type { Context } from "#domain/platform/context.ts";
import { oneLine, render } from "#domain/engagement/mail/letter.ts";
import { mailLocale } from "#domain/engagement/mail/text/catalogue.ts";
import { locales } from "#domain/site/sites/site.ts";
import type { Addressed } from "./notification.ts";
import { addressOf, putIntoWords } from "./put-into-words.ts";
import type { Recipient } from "./queries.ts";
import { mailWords } from "./text/mail-words.ts";
import { isRequired, type Topic } from "./topics.ts";

/** Milliseconds. What nobody could deliver for so long is no news any more; it stands in the inbox. */
const lifetime = 3 * 86_400_000;

type Mailed = Addressed & { topic: Topic; person: Recipient };

/** Writes to each of these people, in their language. Where no mail is sent there is nobody to write to. */
export async function mailNews(context: Context, all: readonly Mailed[]): Promise<void> {
  await context.mail?.postLater(
    context,
    all.map((news) => ({ to: news.person.email, ...letterOf(context, news) })),
  );
}

function letterOf({ site, mail, now }: Context, { topic, content, link, until, person, memberId }: Mailed) {
  const locale = mailLocale(person.locale, mailLocale(site.defaultLocale, locales[0]));
  const { open, why, stop, choose } = mailWords[locale];
  const { title, body } = putIntoWords({ content }, locale);
  const href = addressOf({ link: link ?? null }, site);
  const unsubscribe = isRequired(topic)
    ? undefined
    : `${site.origin}/unsubscribe?link=${mail!.signUnsubscription(site, { memberId, topic })}`;
  const letter = render(
    {
      subject: oneLine(title),
      before: paragraphsOf(body),
      action: href === null ? undefined : { label: open, link: href },
      after: [why],
      choices: [
        ...(unsubscribe === undefined ? [] : [{ label: stop, link: unsubscribe }]),
        { label: choose, link: `${site.origin}/account/notifications/settings` },
      ],
      sender: { name: oneLine(site.name), origin: site.origin },
    },
    locale,
  );
  const expiresAt = until ?? new Date(now.getTime() + lifetime);
  return { ...letter, expiresAt, ...(unsubscribe !== undefined && { unsubscribe }) };
}

const paragraphsOf = (text: string): string[] => text.split(/\s*\n\s*\n\s*/).filter((paragraph) => paragraph !== "");
