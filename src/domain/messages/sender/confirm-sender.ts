import * as z from "zod";
import { refuseLink, spendMailLink } from "#domain/messages/mail-links/queries.ts";
import { operation } from "#domain/platform/operation.ts";
import { findSite, setVerifiedSender } from "#domain/platform/site/queries.ts";

/** Following the link proves that the school reads mail at this address, regardless of who is signed in. */
export const confirmSender = operation({
  name: "confirmSender",
  summary: "Verify the sender address of the school by a mailed link",
  writes: { only: ["anonymous", "session"] },
  input: z.object({ link: z.string() }),
  output: z.object({ email: z.string() }),
  async run(context, { link }) {
    const { db, site, now } = context;
    const { email } = await spendMailLink(context, ["verify_sender"], link);
    // The site of the context may be seconds old; the address may have changed since.
    const current = await findSite(db, site.id);
    if (current?.settings.senderAddress !== email) return refuseLink();
    await setVerifiedSender(db, site.id, email, now);
    return { email };
  },
  audit: (_input, { email }) => ({ details: { email } }),
});
