import type { Words } from "./words.ts";

export const en: Words = {
  application_allowed: ({ application }) => ({
    title: `You connected “${application}”`,
    body: `“${application}” may use your account at this school from now on. Was that not you? Withdraw its access on your account page, sign out everywhere else, and change your password.`,
  }),
};
