import type { RequestContext } from "#domain/platform/context.ts";
import { cookieName } from "#http/cookies.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";

interface Person {
  context: Pick<RequestContext, "site">;
  session: { memberId: string };
}

/** Separates the people who use one browser. */
export const keeperOf = ({ context, session }: Person): string =>
  fingerprint(`${context.site.id} ${session.memberId}`, 16);

/** The person whose unsent comments a browser keeps, and the cookie that names those that were sent. */
export const keptFor = (person: Person) => ({
  keeper: keeperOf(person),
  cookie: cookieName(person.context.site, "saved"),
});
