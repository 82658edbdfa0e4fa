import type { Page } from "../../support/browser-session.ts";
import { type AClient, answerOf, aSite, type ASite, authorizeUrl, type Tokens } from "../../support/world.ts";

/** The text of the page without markup. */
export const textOf = ({ body }: Page) =>
  body
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");

/** A member at the consent page, with the request that led there. */
export async function requested(
  { roles = ["student"], scope = "openid email", member: fields = {}, ...extra }: Record<string, unknown> = {},
  made?: (site: ASite) => Promise<AClient>,
) {
  const site = await aSite();
  const member = await site.member({ roles, ...(fields as object) } as Parameters<ASite["member"]>[0]);
  const client = await (made ? made(site) : site.register());
  const browser = await site.signedIn(member);
  const { url, verifier } = authorizeUrl(client, { scope: scope as string, ...(extra as Record<string, string>) });
  const page = await browser.open(url);
  return { site, member, client, browser, page, verifier };
}

export const grantedOf = async (site: ASite, client: AClient, page: Page, verifier: string) =>
  (await site.exchange(client, answerOf(page).code, verifier)).json<Tokens>().scope;
