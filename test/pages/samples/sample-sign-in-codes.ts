import type { PageContext } from "#pages/views/parts/page-context.ts";
import { enterCode } from "#pages/views/sign-in/codes/enter-code.ts";
import { confirmLink, openedElsewhere } from "#pages/views/sign-in/codes/mailed-code.ts";
import { signIn } from "#pages/views/sign-in/sign-in.ts";

/** The pages of sign-in by email, and the sign-in page with several ways. */
export function sampleSignInCodes(visitor: PageContext, { email }: { email: string }): [string, string][] {
  const form = { csrf: "c5rf", action: "/sign-in", forgotten: "/password/forgotten", signUp: "/sign-up" };
  const code = { action: "/sign-in/email", isFirst: false, password: "/sign-in?way=password" };
  const provider = { name: "Harbour ID", action: "/sign-in/with/idp_1" };
  const entry = {
    csrf: "c5rf",
    action: "/sign-in/email/enter",
    again: "/sign-in/email",
    signIn: "/sign-in",
    email,
    unsaved: undefined,
  };
  const confirm = { csrf: "c5rf", link: "lml_3JHhBqQ0mYvXn5oT2kzWf8sLr1cDgU7aPbEiMxKyZ4w", email };
  return [
    ["sign-in-code-offered", signIn(visitor, { ...form, code, isNewBrowser: true })],
    ["sign-in-code-first", signIn(visitor, { ...form, code: { ...code, isFirst: true }, providers: [provider] })],
    ["sign-in-provider-first", signIn(visitor, { ...form, code, lastProvider: provider })],
    ["sign-in-no-code", signIn(visitor, { ...form, code, email: "ana", problem: { kind: "noCode" } })],
    ["sign-in-code", enterCode(visitor, entry)],
    ["sign-in-code-again", enterCode(visitor, { ...entry, isAgain: true })],
    ["sign-in-code-wrong", enterCode(visitor, { ...entry, problem: { kind: "wrong" } })],
    ["sign-in-code-link-only", enterCode(visitor, { ...entry, problem: { kind: "link_only" } })],
    ["sign-in-link", confirmLink(visitor, { ...confirm, isExpired: false })],
    ["sign-in-link-elsewhere", openedElsewhere(visitor, "058213")],
  ];
}
