import type { Words } from "./words.ts";

export const en: Words = {
  application_allowed: ({ application }) => ({
    title: `You connected “${application}”`,
    body: `“${application}” may use your account at this school from now on. Was that not you? Withdraw its access on your account page, sign out everywhere else, and change your password.`,
  }),
  enrolled: ({ course }) => ({
    title: `You are enrolled in “${course}”`,
    body: "You find the course on your account page, and can begin.",
  }),
  lecture_released: ({ course, lecture, count }) =>
    count === "1"
      ? { title: `New in “${course}”: “${lecture}”`, body: "A new lecture is open to you." }
      : { title: `${count} new lectures in “${course}”`, body: `The last of them is “${lecture}”.` },
  assignment_graded: ({ assignment, course }) => ({
    title: `Your work on “${assignment}” was graded`,
    body: `The result is in the course “${course}”.`,
  }),
  certificate_issued: ({ course }) => ({
    title: `Your certificate for “${course}” is ready`,
    body: "Congratulations! You can look at it, and download it, at any time.",
  }),
  comment_reply: ({ author, thread }) => ({
    title: `${author} replied to your comment`,
    body: `It is about “${thread}”.`,
  }),
  event_reminder: ({ event, startsAt }) => ({
    title: `“${event}” starts soon`,
    body: `It starts at ${startsAt}.`,
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
  booking_made: ({ service, startsAt }) => ({
    title: `Your session of “${service}” is booked`,
    body: `It starts at ${startsAt}.`,
  }),
  booking_moved: ({ service, startsAt }) => ({
    title: `Your session of “${service}” takes place at another time`,
    body: `It now starts at ${startsAt}.`,
  }),
  booking_canceled: ({ service, startsAt }) => ({
    title: `Your session of “${service}” was canceled`,
    body: `It would have started at ${startsAt}.`,
  }),
  subscription_started: ({ plan }) => ({
    title: `Your membership “${plan}” has begun`,
    body: "Everything that belongs to it is open to you.",
  }),
  subscription_extended: ({ plan, endsAt }) => ({
    title: `Your membership “${plan}” goes on`,
    body: endsAt === "" ? "It does not end." : `It now ends at ${endsAt}.`,
  }),
  subscription_canceled: ({ plan, endsAt }) => ({
    title: `Your membership “${plan}” was canceled`,
    body: endsAt === "" ? "It has ended." : `You can use it until ${endsAt}.`,
  }),
  subscription_ended: ({ plan }) => ({
    title: `Your membership “${plan}” has ended`,
    body: "What belongs to it is closed to you from now on.",
  }),
  subscription_paused: ({ plan, resumesAt }) => ({
    title: `Your membership “${plan}” is paused`,
    body:
      resumesAt === ""
        ? "What belongs to it is closed to you until it goes on."
        : `What belongs to it is closed to you until it goes on at ${resumesAt}.`,
  }),
  subscription_resumed: ({ plan }) => ({
    title: `Your membership “${plan}” goes on`,
    body: "It is neither paused nor canceled any more.",
  }),
  trial_ending: ({ plan, endsAt }) => ({
    title: `The trial of your membership “${plan}” ends soon`,
    body: `It ends at ${endsAt}.`,
  }),
  access_expiring: ({ name, expiresAt }) => ({
    title: `Your access to “${name}” ends soon`,
    body: `You can use it until ${expiresAt}.`,
  }),
  post_published: ({ post, excerpt }) => ({
    title: `New: “${post}”`,
    body: excerpt === "" ? "The school has published a new post." : excerpt,
  }),
};
