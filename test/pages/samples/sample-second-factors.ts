import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { confirmIdentity, type ConfirmIdentity } from "#pages/views/account/confirm-identity.ts";
import { addPasskey, renamePasskey } from "#pages/views/account/security/passkey.ts";
import { removeFactor, replaceCodes } from "#pages/views/account/security/questions.ts";
import { recoveryCodes } from "#pages/views/account/security/recovery-codes.ts";
import { security, type Security } from "#pages/views/account/security/security.ts";
import { setUpApp } from "#pages/views/account/security/set-up-app.ts";
import { setUpRequired } from "#pages/views/account/security/set-up-required.ts";
import { secondStep } from "#pages/views/sign-in/second-step.ts";
import type { Names } from "./sample-views.ts";

interface Contexts {
  visitor: PageContext;
  member: PageContext & { member: Person };
}

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 5));

/** The second step of a sign-in, the ways to sign in of a person, and what changes them. */
export function sampleSecondFactors({ visitor, member }: Contexts, names: Names): [string, string][] {
  const csrf = "c5rf";
  const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
  const uri = `otpauth://totp/Harbour:ada?secret=${secret}&issuer=Harbour`;
  const app = { sealed: "c2VhbGVk", secret, uri, problem: undefined };
  const use = { challenge: "Y2hhbGxlbmdl", rpId: names.host, allowCredentials: [{ id: "cHNr", transports: ["usb"] }] };
  const options = {
    challenge: "Y2hhbGxlbmdl",
    rp: { id: names.host, name: names.site },
    user: { id: "dXNlcg", name: names.email, displayName: names.person },
    algorithms: [-7],
    excludeCredentials: [],
  };
  const fields: [name: string, value: string][] = [["csrf", csrf]];
  const step = { fields, query: "", hasApp: true };
  const confirm: ConfirmIdentity = {
    csrf,
    unsaved: undefined,
    returnTo: "/account/security/app",
    passkey: undefined,
    hasApp: false,
    needsFactor: false,
    hasPassword: true,
    providers: [],
    problem: undefined,
  };
  const providers = [{ id: "idp_1", name: names.client }];
  const none: Security = {
    passkeys: [],
    offersPasskeys: true,
    isOffered: true,
    hasApp: false,
    recoveryCodes: 0,
    notice: undefined,
  };
  const passkey = { name: names.person, options, problem: undefined };
  const required = { csrf, unsaved: undefined, query: "", passkey, app };
  const removal = { csrf, action: "/account/security/app/remove", isRequired: false };
  const codes = Array.from({ length: 10 }, (_, index) => `4K7Q-${index}M2P-X9TR-${index}C3H`);
  return [
    ["second-step", secondStep(visitor, { ...step, passkey: use })],
    ["second-step-wrong", secondStep(visitor, { ...step, problem: { kind: "wrong_code" } })],
    ["second-step-limited", secondStep(visitor, { ...step, problem: { kind: "too_many", retryAfterSeconds: 700 } })],
    [
      "second-step-passkey",
      secondStep(visitor, { ...step, hasApp: false, passkey: use, problem: { kind: "passkey" } }),
    ],
    ["confirm-identity", confirmIdentity(member, confirm)],
    [
      "confirm-identity-wrong",
      confirmIdentity(member, { ...confirm, unsaved: "x", problem: { kind: "wrong_password" } }),
    ],
    ["confirm-identity-code", confirmIdentity(member, { ...confirm, needsFactor: true, hasApp: true, passkey: use })],
    ["confirm-identity-no-password", confirmIdentity(member, { ...confirm, hasPassword: false })],
    ["confirm-identity-provider", confirmIdentity(member, { ...confirm, hasPassword: false, providers })],
    ["confirm-identity-password-or-provider", confirmIdentity(member, { ...confirm, providers })],
    ["security-none", security(member, none)],
    ["security-off", security(member, { ...none, isOffered: false })],
    ["security", security(member, manyFactors(names))],
    ["passkey-new", addPasskey(member, { csrf, ...passkey })],
    ["passkey-new-refused", addPasskey(member, { csrf, ...passkey, problem: "refused" })],
    ["passkey-rename", renamePasskey(member, { csrf, action: "/x", name: names.person, problem: "badName" })],
    ["passkey-remove", removeFactor(member, { ...removal, name: names.person, isLast: false })],
    ["app-new", setUpApp(member, { csrf, ...app })],
    ["app-new-wrong", setUpApp(member, { csrf, ...app, problem: "wrong" })],
    ["app-remove", removeFactor(member, { ...removal, name: undefined, isLast: true })],
    ["app-remove-required", removeFactor(member, { ...removal, name: undefined, isLast: true, isRequired: true })],
    ["recovery-codes", recoveryCodes(member, { csrf, codes, after: { next: "/account/security" } })],
    ["recovery-codes-kept", recoveryCodes(member, { csrf, codes, after: { action: "/x", unsaved: "x" } })],
    ["recovery-codes-replace", replaceCodes(member, { csrf })],
    ["factor-required", setUpRequired(member, required)],
    ["factor-required-wrong", setUpRequired(member, { ...required, unsaved: "x", app: { ...app, problem: "wrong" } })],
    ["factor-required-app", setUpRequired(member, { ...required, passkey: undefined })],
  ];
}

const manyFactors = (names: Names): Security => ({
  passkeys: [
    { id: "psk_1", name: names.person, isSynced: true, createdAt: at(2), lastUsedAt: at(18) },
    { id: "psk_2", name: "YubiKey", isSynced: false, createdAt: at(3), lastUsedAt: null },
  ],
  offersPasskeys: true,
  isOffered: true,
  hasApp: true,
  recoveryCodes: 7,
  notice: "passkey_added",
});
