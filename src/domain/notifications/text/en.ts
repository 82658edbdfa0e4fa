import type { Words } from "./words.ts";

export const en: Words = {
  application_allowed: ({ application }) => ({
    title: `You connected “${application}”`,
    body: `“${application}” may use your account at this school from now on. Was that not you? Withdraw its access on your account page, sign out everywhere else, and change your password.`,
  }),
  event_moved: ({ event, startsAt }) => ({
    title: `“${event}” takes place at another time`,
    body: `It now starts at ${startsAt}. You are still registered.`,
  }),
  event_canceled: ({ event, reason }) => ({
    title: `“${event}” was canceled`,
    body:
      reason === "" ? "The event does not take place." : `The event does not take place. The reason given: ${reason}`,
  }),
};
