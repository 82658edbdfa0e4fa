import type { FastifyReply } from "fastify";
import { memberPageOf, type SignedInPageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { recoveryCodes } from "../../views/account/security/recovery-codes.ts";

/** Shows recovery codes, this once. */
export const showCodes = (pageRequest: SignedInPageRequest, codes: readonly string[]): FastifyReply =>
  sendPage(pageRequest.reply, recoveryCodes(memberPageOf(pageRequest, pageRequest.session), { codes }));
