import type { EmailText } from "./email-text.ts";

/** Texts of emails about ways to sign in. */
export const enSignInMail = {
  signInCode: {
    subject: "Sign in to {site}",
    before: [
      "Someone, probably you, wants to sign in to {site} with this email address. Enter these digits on the page where you asked for them:",
      "{digits}",
      "Or open this link in the same browser:",
    ],
    action: "Sign in",
    after: [
      "Digits and link work once, within 15 minutes, only in the browser where you asked for them.",
      "Never give them to anyone. Nobody from {site} asks for them. If it was not you, you can ignore this email.",
    ],
  },
  factorAdded: {
    subject: "A way to sign in to {site} was added",
    before: [
      "A passkey or an authenticator app was added to your account at {site}. From now on, your password alone does not sign in there.",
    ],
    action: "View your sign-in protection",
    after: ["If it was not you, remove it on that page, and choose a new password."],
  },
  factorRemoved: {
    subject: "A way to sign in to {site} was removed",
    before: ["A passkey or an authenticator app was removed from your account at {site}."],
    action: "View your sign-in protection",
    after: ["If it was not you, sign out all other sessions on your account page, and choose a new password."],
  },
  factorsRemovedByStaff: {
    subject: "Your second factors at {site} were removed",
    before: [
      "The administrators of {site} have removed your passkeys and your authenticator app, and signed you out. You can sign in with your password and set them up again.",
    ],
    action: "View your sign-in protection",
    after: ["If you did not ask for this, contact the administrators of {site}."],
  },
  newDevice: {
    subject: "New sign-in to {site}",
    before: ["Your account at {site} was used in a browser that had not been used for it before."],
    message: "Device: {message}",
    action: "View your sessions",
    after: [
      "If it was you, there is nothing to do. If it was not you, sign out all other sessions on that page and choose a new password.",
    ],
  },
  passkeyCopied: {
    subject: "A passkey of yours at {site} may have been copied",
    before: [
      "A sign-in at {site} was refused: it used a passkey of yours in a way that suggests that a copy of the passkey exists.",
    ],
    action: "View your passkeys",
    after: [
      "Remove the passkey that you used last, and add a new one. If you only restored a device from a backup, do the same: the passkey no longer works.",
    ],
  },
} satisfies Record<string, EmailText>;
