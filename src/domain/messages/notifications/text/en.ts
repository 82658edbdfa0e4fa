import type { NotificationTexts } from "./texts.ts";

export const en: NotificationTexts = {
  application_allowed: ({ application }) => ({
    title: `You connected “${application}”`,
    body: `“${application}” can now use your account at this school. If this was not you, disconnect it on your account page, sign out everywhere else, and change your password.`,
  }),
  enrolled: ({ course }) => ({
    title: `You are enrolled in “${course}”`,
    body: "You can start now. The course is at My learning.",
  }),
  lecture_released: ({ course, lecture, count }) =>
    count === "1"
      ? { title: `New in “${course}”: “${lecture}”`, body: "A new lecture is available." }
      : { title: `${count} new lectures in “${course}”`, body: `The latest is “${lecture}”.` },
  assignment_graded: ({ assignment, course }) => ({
    title: `Your work on “${assignment}” was graded`,
    body: `The result is in the course “${course}”.`,
  }),
  certificate_issued: ({ course }) => ({
    title: `Your certificate for “${course}” is ready`,
    body: "Congratulations! You can view and download it at any time.",
  }),
  comment_reply: ({ author, thread }) => ({
    title: `${author} replied to your comment`,
    body: `The comment is on “${thread}”.`,
  }),
  comment_mention: ({ author, thread }) => ({
    title: `${author} mentioned you`,
    body: `The comment is on “${thread}”.`,
  }),
  discussion_active: ({ lecture, count }) => ({
    title: count === "1" ? `New comment on “${lecture}”` : `New comments on “${lecture}”`,
    body: "You follow this discussion. You can stop following it on the page of the lecture.",
  }),
  continue_course: ({ course, lecture, percent }) => ({
    title: `Continue with “${course}”`,
    body: `${percent === "0" ? "You have started this course." : `You have completed ${percent}% of this course.`}${lecture === "" ? "" : ` You stopped at “${lecture}”.`}`,
  }),
  weekly_summary: ({ lectures, courses, next }) => ({
    title: `Your week: ${lectures} ${lectures === "1" ? "lecture" : "lectures"} completed`,
    body: `You learned in ${courses === "1" ? "one course" : `${courses} courses`} last week.${next === "" ? "" : ` Continue with “${next}”.`}`,
  }),
  event_reminder: ({ event, startsAt }) => ({
    title: `“${event}” starts soon`,
    body: `It starts at ${startsAt}.`,
  }),
  registered: ({ event, startsAt }) => ({
    title: `You are registered for “${event}”`,
    body: `It starts at ${startsAt}. If you cannot come, cancel your registration, so that another person gets the seat.`,
  }),
  waitlisted: ({ event, startsAt }) => ({
    title: `You are on the waitlist of “${event}”`,
    body: `It starts at ${startsAt}. We send you an email as soon as there is a seat for you.`,
  }),
  registration_canceled: ({ event, startsAt }) => ({
    title: `Your registration for “${event}” is canceled`,
    body: `The event starts at ${startsAt}. You no longer have a seat.`,
  }),
  waitlist_left: ({ event, startsAt }) => ({
    title: `You are no longer on the waitlist of “${event}”`,
    body: `The event starts at ${startsAt}. You can join the waitlist again, at its end.`,
  }),
  registration_promoted: ({ event, startsAt }) => ({
    title: `You have a seat at “${event}”`,
    body: `A seat became free, and you moved up from the waitlist. The event starts at ${startsAt}. If you cannot come, cancel your registration, so that the next person gets the seat.`,
  }),
  seat_offered: ({ event, startsAt, until }) => ({
    title: `A seat at “${event}” is reserved for you`,
    body: `A seat became free, and you are next on the waitlist. Pay for it by ${until}. After that, the next person gets it. The event starts at ${startsAt}.`,
  }),
  event_moved: ({ event, startsAt }) => ({
    title: `“${event}” was rescheduled`,
    body: `It now starts at ${startsAt}. You are still registered.`,
  }),
  event_details_changed: ({ event, startsAt, endsAt, place }) => ({
    title: `“${event}” has changed`,
    body: `It starts at ${startsAt} and ends at ${endsAt}. ${place === "" ? "It takes place online. The link to join is on the page of your events." : `The place is: ${place}.`}`,
  }),
  event_canceled: ({ event, reason }) => ({
    title: `“${event}” was canceled`,
    body: reason === "" ? "The event does not take place." : `The event does not take place. Reason: ${reason}`,
  }),
  booking_made: ({ service, startsAt }) => ({
    title: `Your session of “${service}” is booked`,
    body: `It starts at ${startsAt}.`,
  }),
  booking_moved: ({ service, startsAt }) => ({
    title: `Your session of “${service}” was rescheduled`,
    body: `It now starts at ${startsAt}.`,
  }),
  booking_canceled: ({ service, startsAt }) => ({
    title: `Your session of “${service}” was canceled`,
    body: `It would have started at ${startsAt}.`,
  }),
  session_to_choose: ({ service, startsAt }) => ({
    title: `Choose another time for “${service}”`,
    body: `You have paid, and your session is yours. But the time that you chose, ${startsAt}, was no longer free when the payment arrived. Choose another time.`,
  }),
  subscription_started: ({ plan }) => ({
    title: `Your membership “${plan}” has started`,
    body: "You now have access to everything it includes.",
  }),
  subscription_extended: ({ plan, endsAt }) => ({
    title: `Your membership “${plan}” was extended`,
    body: endsAt === "" ? "It does not end." : `It now ends at ${endsAt}.`,
  }),
  subscription_canceled: ({ plan, endsAt }) => ({
    title: `Your membership “${plan}” was canceled`,
    body: endsAt === "" ? "It has ended." : `You can use it until ${endsAt}.`,
  }),
  subscription_ended: ({ plan }) => ({
    title: `Your membership “${plan}” has ended`,
    body: "You no longer have access to what it includes.",
  }),
  subscription_paused: ({ plan, resumesAt }) => ({
    title: `Your membership “${plan}” is paused`,
    body:
      resumesAt === ""
        ? "You have no access to what it includes until it resumes."
        : `You have no access to what it includes until it resumes at ${resumesAt}.`,
  }),
  subscription_resumed: ({ plan }) => ({
    title: `Your membership “${plan}” continues`,
    body: "It is no longer paused or canceled.",
  }),
  subscription_switching: ({ plan, startsAt }) => ({
    title: `Your membership changes to “${plan}”`,
    body: `The change takes effect at ${startsAt}. Until then, you can withdraw it.`,
  }),
  subscription_switched: ({ plan }) => ({
    title: `Your membership is now “${plan}”`,
    body: "You have access to everything it includes.",
  }),
  subscription_switch_failed: ({ plan }) => ({
    title: `Your membership is still “${plan}”`,
    body: "The change could not be paid. Check your payment method, and try again.",
  }),
  trial_ending: ({ plan, endsAt }) => ({
    title: `The trial of your membership “${plan}” ends soon`,
    body: `It ends at ${endsAt}.`,
  }),
  refunded: ({ total, items, access, endsAt }) => ({
    title: `${total} was refunded`,
    body: {
      none: `The refund is for “${items}”. It can take several days to reach your account.`,
      kept: `The refund is for “${items}”. Your access stays as it is.`,
      ended: `The refund is for “${items}”. Your access to it has ended.`,
      until: `The refund is for “${items}”. Your access to it ends on ${endsAt}.`,
    }[access],
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
