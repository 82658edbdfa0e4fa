import { digestOfDigits, digitsOf, lifetimeMs } from "#domain/people/sign-in-codes/code.ts";
import { putCode } from "#domain/people/sign-in-codes/queries.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import type { TestBrowser } from "../browser-session.ts";
import type { AMember, ASite } from "../world.ts";

/** A code that signs the member in waits in this browser. Returns the secret of its mailed link. */
export async function aWaitingCode(site: ASite, member: AMember, browser: TestBrowser): Promise<string> {
  const [, secret = ""] = [...browser.cookies].find(([name]) => name.includes("_browser")) ?? [];
  const [context, link] = [site.context(), newSecret("lml")];
  const code = {
    linkDigest: digest(link),
    digitsDigest: digestOfDigits(digitsOf(link), secret),
    email: member.email,
    memberId: member.id,
    authorizationId: null,
    returnTo: null,
    expiresAt: new Date(context.now.getTime() + lifetimeMs),
  };
  await putCode(context, secret, code, false);
  return link;
}
