import type { EmailText } from "./email-text.ts";

/** Emails that sign people in. */
export const enSignIn = {
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
} as const satisfies Record<string, EmailText>;
