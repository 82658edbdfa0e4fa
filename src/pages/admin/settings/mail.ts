import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { verifiedSenderOf } from "#domain/messages/sender/sender.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { sendPage } from "../../responses/send.ts";
import { type MailOutcome, mail as view } from "../../views/admin/settings/mail.ts";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { performForm } from "../parts/perform-once.ts";
import { saveSettings } from "./save-settings.ts";
import { adminSections } from "../sections.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";
import { liftPage, readSuppressed } from "./suppressed-addresses.ts";

const { path } = adminSections.mail;

/** GET and POST /admin/settings/mail */
export function mailPages(app: FastifyInstance, { sites }: AdminOptions): void {
  getPage(app, path, async (pageRequest, request) => {
    const { done, cursor } = request.query;
    const outcome = done === "saved" || done === "sent" || done === "lifted" ? done : undefined;
    const typed = pageRequest.context.site.settings.senderAddress;
    return await page(pageRequest, { typed, outcome, cursor });
  });
  liftPage(app);

  postChanges(app, path, async (pageRequest, edited) => {
    const typed = (edited.form.get("senderAddress") ?? "").trim().slice(0, 300);
    try {
      if (edited.isChanged("senderAddress")) await saveSettings(pageRequest, sites, { senderAddress: typed });
      return pageRequest.reply.redirect(`${path}?done=${await verify(pageRequest)}`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "rate_limited")
        return sendPage(pageRequest.reply, await page(pageRequest, { typed, outcome: "limited" }), { status: 429 });
      if (error.code === "validation_failed")
        return sendPage(pageRequest.reply, await page(pageRequest, { typed, outcome: "wrong" }), { status: 400 });
      throw error;
    }
  });
}

/** Sends the verification link, unless there is nothing to verify or the installation sends no email. */
async function verify({ context, request }: AdminPageRequest): Promise<"saved" | "sent"> {
  const site = await readSite(context.db, context.site.id);
  if (site.settings.senderAddress === "" || verifiedSenderOf(site) || !context.mail) return "saved";
  const { requestSenderVerification } = await adminOperations.settings();
  await performForm({ context: { ...context, site }, request }, requestSenderVerification, {});
  return "sent";
}

interface Shown {
  typed: string;
  outcome: MailOutcome | undefined;
  /** Position in the list of suppressed addresses. */
  cursor?: string | undefined;
}

async function page(pageRequest: AdminPageRequest, { typed, outcome, cursor }: Shown): Promise<string> {
  const { context } = pageRequest;
  const { site, mail } = context;
  const { senderAddress, invitationMailsPerDay } = site.settings;
  return view(adminPageOf(pageRequest, "mail"), {
    typed,
    outcome,
    sendsMail: mail !== undefined,
    state: senderAddress === "" ? "unset" : verifiedSenderOf(site) ? "verified" : "unverified",
    senderAddress,
    limit: invitationMailsPerDay,
    reportAddress: mail && `${site.origin}${mail.reportPath(site)}`,
    ...(await readSuppressed(context, { cursor })),
  });
}
