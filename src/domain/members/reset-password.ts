import * as z from "zod";
import { hashPassword } from "#domain/accounts/password.ts";
import { requireGoodPassword } from "#domain/accounts/password-rules.ts";
import { formatId, Id } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { notFound } from "#domain/problem.ts";
import { findMember } from "./queries.ts";
import { setAccountPassword } from "./set-account-password.ts";

export const resetPassword = operation({
  name: "resetPassword",
  summary: "Give a person a new password and sign them out everywhere",
  access: { only: ["cli"] },
  writes: true,
  input: z.object({ id: Id("member"), password: z.string() }),
  output: z.object({ sites: z.number().int().min(0), sessionsEnded: z.number().int().min(0) }),
  async run(context, { id, password }) {
    const member = await findMember(context, id);
    if (!member) throw notFound("member", formatId("member", id));
    requireGoodPassword(password, member.email);
    const passwordHash = await hashPassword(password);
    const { accountId } = member;
    return setAccountPassword(context, {
      accountId,
      passwordHash,
      action: "resetPassword",
      byThemselves: false,
      disconnects: "by_setting",
    });
  },
});
