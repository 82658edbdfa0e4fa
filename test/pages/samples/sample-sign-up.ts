import type { FormProblem } from "#pages/views/parts/form-problems.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { accountData } from "#pages/views/account/account-data.ts";
import { changeEmail } from "#pages/views/account/change-email.ts";
import { changePassword } from "#pages/views/account/change-password.ts";
import { confirmChange } from "#pages/views/account/confirm-change.ts";
import { confirmEmail } from "#pages/views/account/confirm-email.ts";
import { confirmSignUp } from "#pages/views/sign-in/confirm-sign-up.ts";
import { forgottenPassword } from "#pages/views/sign-in/forgotten-password.ts";
import { invitation } from "#pages/views/account/invitation.ts";
import { mailbox } from "#pages/views/account/mailbox.ts";
import { merge } from "#pages/views/account/merge.ts";
import { message } from "#pages/views/frame/message.ts";
import { purchase } from "#pages/views/account/purchase.ts";
import { signUpSent } from "#pages/views/sign-in/sign-up-sent.ts";
import { newPassword } from "#pages/views/sign-in/new-password.ts";
import { signIn } from "#pages/views/sign-in/sign-in.ts";
import { signUp } from "#pages/views/sign-in/sign-up.ts";
import type { Names } from "./sample-views.ts";

/** The pages of sign-up and account recovery. */
export function sampleGettingIn(
  visitor: PageContext,
  signedIn: PageContext & { member: Person; csrf: string },
  names: Names,
): [string, string][] {
  const csrf = "c5rf";
  const link = "lml_3JHhBqQ0mYvXn5oT2kzWf8sLr1cDgU7aPbEiMxKyZ4w";
  const fine = { csrf, problems: [] };
  const { email, client, person } = names;
  const signInForm = { csrf, action: "/sign-in", forgotten: "/password/forgotten", signUp: "/sign-up" };
  const signUpForm = { csrf, action: "/sign-up", signIn: "/sign-in" };
  const wrong: FormProblem[] = [{ kind: "name" }, { kind: "email" }, { kind: "too_short" }];
  const other = `u…@${email.split("@")[1] ?? ""}`;
  const confirmed = { ...fine, link, name: person, email };
  return [
    ["sign-in-open", signIn(visitor, signInForm)],
    ["sign-in-or-up", signIn(visitor, { ...signInForm, signUpHere: "/sign-up" })],
    ["sign-in-not-saved", signIn(visitor, { ...signInForm, unsaved: "x", problem: { kind: "not_saved" } })],
    ["sign-in-joined", signIn(visitor, { ...signInForm, done: "joined" })],
    ["sign-in-new-password", signIn(visitor, { ...signInForm, done: "password_set" })],
    ["sign-up", signUp(visitor, { ...signUpForm, problems: [] })],
    ["sign-up-without-password", signUp(visitor, { ...signUpForm, withoutPassword: true, problems: [] })],
    ["sign-up-for-client", signUp(visitor, { ...signUpForm, client: { name: client }, problems: [] })],
    ["sign-up-wrong", signUp(visitor, { ...signUpForm, name: person, email, problems: wrong })],
    [
      "sign-up-too-many",
      signUp(visitor, { ...signUpForm, email, problems: [{ kind: "too_many", retryAfterSeconds: 3000 }] }),
    ],
    [
      "sign-up-sent",
      signUpSent(visitor, { csrf: "x", action: "/sign-up", email, again: "x", isAgain: true, signIn: "/sign-in" }),
    ],
    [
      "purchase",
      purchase(visitor, { csrf: "x", link: "x", email, step: "choose_password", name: undefined, problems: [] }),
    ],
    ["purchase-join", purchase(visitor, { csrf: "x", link: "x", email, step: "join", name: undefined, problems: [] })],
    ["sign-up-confirm", confirmSignUp(visitor, { ...confirmed, step: "confirm" })],
    ["sign-up-confirm-elsewhere", confirmSignUp(visitor, { ...confirmed, step: "choose_password" })],
    ["sign-up-confirm-name", confirmSignUp(visitor, { ...confirmed, step: "enter_name" })],
    [
      "sign-up-confirm-wrong",
      confirmSignUp(visitor, { ...confirmed, step: "choose_password", problems: [{ kind: "too_common" }] }),
    ],
    ["sign-up-join", confirmSignUp(visitor, { ...confirmed, step: "join" })],
    ["invitation", invitation(visitor, { ...confirmed, name: "", step: "choose_password" })],
    [
      "invitation-wrong",
      invitation(visitor, {
        ...confirmed,
        step: "choose_password",
        problems: [{ kind: "name" }, { kind: "too_short" }],
      }),
    ],
    ["invitation-join", invitation(visitor, { ...confirmed, step: "join" })],
    ["invitation-ended", message(visitor, { kind: "invitationEnded", href: "/sign-in" })],
    ["password-forgotten", forgottenPassword(visitor, { ...fine, action: "/password/forgotten", signIn: "/sign-in" })],
    ["password-sent", message(visitor, { kind: "resetSent", email, href: "/sign-in" })],
    ["password-new", newPassword(visitor, { ...fine, link, email, disconnects: false })],
    [
      "password-new-wrong",
      newPassword(visitor, { csrf, link, email, disconnects: "always", problems: [{ kind: "too_short" }] }),
    ],
    ["link-ended", message(visitor, { kind: "linkEnded", href: "/sign-in" })],
    ["no-mail", message(visitor, { kind: "noMail", href: "/sign-in" })],
    ["email-confirm", confirmEmail(visitor, { ...fine, link, email, confirms: "verify" })],
    [
      "email-change",
      confirmChange(signedIn, { email, current: `u.${email}`, next: { step: "confirm", csrf, link }, problems: [] }),
    ],
    [
      "email-change-sign-in",
      confirmChange(visitor, { email, current: other, next: { step: "sign_in", href: "/sign-in" }, problems: [] }),
    ],
    [
      "email-change-other",
      confirmChange(signedIn, {
        email,
        current: other,
        next: { step: "sign_out", own: "kim@mail.example" },
        problems: [],
      }),
    ],
    ["sender-confirm", confirmEmail(visitor, { ...fine, link, email, confirms: "sender" })],
    [
      "merge",
      merge(visitor, {
        ...fine,
        link,
        email,
        other,
        stays: true,
        isOwn: false,
        records: [],
      }),
    ],
    [
      "merge-blocked",
      merge(visitor, {
        csrf,
        link,
        email,
        other: "u…@other.example",
        stays: false,
        isOwn: true,
        records: [{ kind: "orders", moved: 2, combined: 0, dropped: 0 }],
        problems: [{ kind: "merge_blocked" }],
      }),
    ],
    ["merge-confirmed", message(visitor, { kind: "mergeConfirmed", email, href: "/sign-in" })],
    ["merge-completed", message(visitor, { kind: "mergeCompleted", href: "/sign-in" })],
    ["merge-declined", message(visitor, { kind: "mergeDeclined", href: "/sign-in" })],
    ["merge-ended", message(visitor, { kind: "mergeEnded", href: "/sign-in" })],
    ["sender-confirmed", message(visitor, { kind: "senderConfirmed", email, href: "/admin/settings/mail" })],
    ["email-confirmed", message(signedIn, { kind: "emailConfirmed", email, href: "/account" })],
    ["email-changed", message(signedIn, { kind: "emailChanged", email, href: "/account" })],
    ["account-email", changeEmail(signedIn, fine)],
    ["account-email-wrong", changeEmail(signedIn, { csrf, email, problems: [{ kind: "wrong_password" }] })],
    ["account-email-sent", message(signedIn, { kind: "changeSent", email, href: "/account" })],
    ["account-email-verification", message(signedIn, { kind: "verificationSent", email, href: "/account" })],
    ["account-password", changePassword(signedIn, fine)],
    [
      "account-password-wrong",
      changePassword(signedIn, { csrf, problems: [{ kind: "wrong_password" }, { kind: "too_common" }] }),
    ],
    ["account-data", accountData(signedIn, { csrf, problems: [], state: "none" })],
    ["account-data-under-way", accountData(signedIn, { csrf, problems: [], state: "under_way" })],
    [
      "account-data-ready",
      accountData(signedIn, {
        csrf,
        problems: [],
        state: "ready",
        copy: { url: "/job-results/x", byteSize: 48_213, expiresAt: new Date(Date.UTC(2026, 10, 28, 14, 5)) },
      }),
    ],
    ["account-data-wrong", accountData(signedIn, { csrf, problems: [{ kind: "wrong_password" }], state: "failed" })],
    [
      "mailbox",
      mailbox(
        visitor,
        [1, 2].map((number) => mailOf(number, names)),
      ),
    ],
    ["mailbox-empty", mailbox(visitor, [])],
  ];
}

const mailOf = (number: number, { site, email }: Names) => ({
  id: String(number),
  from: `${site} <no-reply@learn.harbour.example>`,
  to: email,
  subject: `Confirm your account at ${site}`,
  text: `Someone, probably you, wants to create an account at ${site}.\n\nConfirm the account:\nhttps://learn.harbour.example/sign-up/confirm?link=lml_3JHhBqQ0mYvXn5oT2kzWf8sLr1cDgU7aPbEiMxKyZ4w\n\n-- \n${site}\n`,
  at: new Date(Date.UTC(2026, 10, 21, 14, number)),
});
