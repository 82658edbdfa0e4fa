import { anApplication } from "../../support/doubles/document-web.ts";
import { asks, aSiteOnline, clientOf } from "./document-client.ts";

/** A member who has allowed the application with remembered consent. */
export async function connected(application = anApplication()) {
  const site = await aSiteOnline();
  const client = clientOf(application);
  const member = await site.member({ roles: ["owner"] });
  const tokens = await site.connect(client, member, "openid email courses:read");
  const browser = await site.signedIn(member);
  const again = () => asks(site, client, { scope: "openid email" }, browser);
  return { site, client, application, member, tokens, browser, again };
}
