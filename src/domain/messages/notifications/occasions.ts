import { formatId } from "#domain/platform/ids.ts";
import type { Content, News, Topic } from "./notification.ts";
import type { Expiring, Happening, Named, Paused, Session } from "./occasion-subjects.ts";
import type { Template, TemplateData } from "./templates.ts";

/** Content of one occasion, for any recipients. */
type Occasion = News & { cause: string };

/** All notifications about the school's events, one per line. `cause` is the deduplication key of the event. */
export const occasions = {
  enrolled: (enrollment: { id: string }, course: Named) =>
    occasion("course_update", "enrolled", { course: course.name }, [enrollment.id], learnPathOf(course)),
  lectureReleased: (course: Named & { id: string }, lecture: string, count: number) =>
    occasion(
      "lecture_released",
      "lecture_released",
      { course: course.name, lecture, count: String(count) },
      [course.id],
      learnPathOf(course),
    ),
  /** Scheduled opening; `opening` distinguishes several in one course. */
  lecturesOpened: (course: Named & { id: string }, lecture: string, count: number, opening: string) =>
    occasion(
      "lecture_released",
      "lecture_released",
      { course: course.name, lecture, count: String(count) },
      [course.id, opening],
      learnPathOf(course),
    ),
  assignmentGraded: (
    submission: { id: string; version: number },
    assignment: string,
    course: Named & { lectureId: string },
  ) =>
    occasion(
      "assignment_graded",
      "assignment_graded",
      { assignment, course: course.name },
      [submission.id, submission.version],
      `/learn/${course.slug}/${formatId("lecture", course.lectureId)}`,
    ),
  certificateIssued: (certificate: { id: string; url: string }, course: Named) =>
    occasion("certificate_issued", "certificate_issued", { course: course.name }, [certificate.id], certificate.url),
  commentReplied: (reply: { id: string; url: string }, author: string, thread: string) =>
    occasion("comment_reply", "comment_reply", { author, thread }, [reply.id], reply.url),
  lecturerMentioned: (comment: { id: string; url: string }, author: string, thread: string) =>
    occasion("comment_mention", "comment_mention", { author, thread }, [comment.id], comment.url),
  discussionActive: (lecture: { id: string; title: string; path: string }) =>
    occasion(
      "discussion_activity",
      "discussion_active",
      { lecture: lecture.title, count: "1" },
      [lecture.id],
      `${lecture.path}#discussion`,
    ),
  /** Announcements of a day. The texts of their members replace these. */
  studyReminders: (date: string) =>
    occasion("study_reminder", "continue_course", { course: "", lecture: "", percent: "" }, [date]),
  weeklySummaries: (date: string) =>
    occasion("weekly_summary", "weekly_summary", { lectures: "", courses: "", next: "" }, [date]),
  courseToContinue: (enrollment: Paused) =>
    occasion(
      "study_reminder",
      "continue_course",
      {
        course: enrollment.course,
        lecture: enrollment.lecture ?? "",
        percent: String(Math.floor(enrollment.percent)),
      },
      [enrollment.id, enrollment.lastActivityAt.getTime()],
      `/learn/${enrollment.slug}/continue`,
    ),
  weekOfLearning: (week: { lectures: number; courses: number; next: string | null }, from: string) =>
    occasion(
      "weekly_summary",
      "weekly_summary",
      { lectures: String(week.lectures), courses: String(week.courses), next: week.next ?? "" },
      [from],
      "/learn",
    ),
  eventReminder: (event: Happening, minutes: number) => ({
    ...occasion(
      "event_reminder",
      "event_reminder",
      { event: event.name, startsAt: event.startsAtInWords },
      [event.id, event.startsAt.getTime(), minutes],
      pathOf("events", event),
    ),
    until: event.startsAt,
  }),
  registered: (registration: { id: string }, event: Omit<Happening, "id">) =>
    occasion("event_changed", "registered", timeOfEvent(event), [registration.id], ownEvents),
  waitlisted: (registration: { id: string }, event: Omit<Happening, "id">) =>
    occasion("event_changed", "waitlisted", timeOfEvent(event), [registration.id], ownEvents),
  registrationCanceled: (registration: { id: string }, event: Omit<Happening, "id">) =>
    occasion("event_changed", "registration_canceled", timeOfEvent(event), [registration.id], pathOf("events", event)),
  waitlistLeft: (registration: { id: string }, event: Omit<Happening, "id">) =>
    occasion("event_changed", "waitlist_left", timeOfEvent(event), [registration.id], pathOf("events", event)),
  registrationPromoted: (registration: { id: string }, event: Omit<Happening, "id">) =>
    occasion(
      "event_changed",
      "registration_promoted",
      { event: event.name, startsAt: event.startsAtInWords },
      [registration.id],
      pathOf("events", event),
    ),
  /** A seat that has to be paid until a deadline. */
  seatOffered: (
    registration: { id: string },
    event: Omit<Happening, "id">,
    offer: { until: Date; untilInWords: string; checkout: string },
  ) => ({
    ...occasion(
      "event_changed",
      "seat_offered",
      { event: event.name, startsAt: event.startsAtInWords, until: offer.untilInWords },
      [registration.id, offer.until.getTime()],
      offer.checkout,
    ),
    until: offer.until,
  }),
  eventMoved: (event: Happening & { version: number }) =>
    occasion(
      "event_changed",
      "event_moved",
      { event: event.name, startsAt: event.startsAtInWords },
      [event.id, event.version],
      pathOf("events", event),
    ),
  /** The end or the place. `place` is empty for one that takes place online. */
  eventDetailsChanged: (event: Happening & { version: number; endsAtInWords: string; place: string }) =>
    occasion(
      "event_changed",
      "event_details_changed",
      { ...timeOfEvent(event), endsAt: event.endsAtInWords, place: event.place },
      [event.id, event.version],
      ownEvents,
    ),
  eventCanceled: (event: Named & { id: string }, reason: string) =>
    occasion("event_changed", "event_canceled", { event: event.name, reason }, [event.id], pathOf("events", event)),
  bookingMade: (booking: Session) =>
    occasion("booking_update", "booking_made", timeOf(booking), [booking.id], ownEvents),
  bookingMoved: (booking: Session) =>
    occasion("booking_update", "booking_moved", timeOf(booking), [booking.id, booking.version], ownEvents),
  bookingCanceled: (booking: Session) =>
    occasion("booking_update", "booking_canceled", timeOf(booking), [booking.id], ownEvents),
  sessionToChoose: (order: { id: string }, service: { name: string; slug: string; startsAtInWords: string }) =>
    occasion(
      "booking_update",
      "session_to_choose",
      { service: service.name, startsAt: service.startsAtInWords },
      [order.id],
      `${pathOf("consulting", service)}#times`,
    ),
  subscriptionStarted: (subscription: { id: string }, plan: string) =>
    occasion("subscription_update", "subscription_started", { plan }, [subscription.id], "/learn"),
  subscriptionExtended: (subscription: { id: string; version: number }, plan: string, endsAt: string) =>
    occasion(
      "subscription_update",
      "subscription_extended",
      { plan, endsAt },
      [subscription.id, subscription.version],
      "/learn",
    ),
  subscriptionCanceled: (subscription: { id: string; version: number }, plan: string, endsAt: string) =>
    occasion(
      "subscription_update",
      "subscription_canceled",
      { plan, endsAt },
      [subscription.id, subscription.version],
      "/orders",
    ),
  subscriptionEnded: (subscription: { id: string; version: number }, plan: string) =>
    occasion("subscription_update", "subscription_ended", { plan }, [subscription.id, subscription.version], "/orders"),
  subscriptionPaused: (subscription: { id: string; version: number }, plan: string, resumesAt: string) =>
    occasion(
      "subscription_update",
      "subscription_paused",
      { plan, resumesAt },
      [subscription.id, subscription.version],
      "/orders",
    ),
  subscriptionResumed: (subscription: { id: string; version: number }, plan: string) =>
    occasion(
      "subscription_update",
      "subscription_resumed",
      { plan },
      [subscription.id, subscription.version],
      "/learn",
    ),
  subscriptionSwitching: (subscription: { id: string; version: number }, plan: string, startsAt: string) =>
    occasion(
      "subscription_update",
      "subscription_switching",
      { plan, startsAt },
      [subscription.id, subscription.version],
      "/orders",
    ),
  subscriptionSwitched: (subscription: { id: string; version: number }, plan: string) =>
    occasion(
      "subscription_update",
      "subscription_switched",
      { plan },
      [subscription.id, subscription.version],
      "/orders",
    ),
  subscriptionSwitchFailed: (subscription: { id: string; version: number }, plan: string) =>
    occasion(
      "subscription_update",
      "subscription_switch_failed",
      { plan },
      [subscription.id, subscription.version],
      "/orders",
    ),
  trialEnding: (subscription: { id: string; version: number }, plan: string, endsAt: string) =>
    occasion(
      "subscription_update",
      "trial_ending",
      { plan, endsAt },
      [subscription.id, subscription.version],
      "/orders",
    ),
  /** Its email is that of the order. */
  refunded: (refund: { id: string; orderId: string }, data: TemplateData["refunded"]) => ({
    ...occasion("access_expiring", "refunded", data, [refund.id], `/orders/${formatId("order", refund.orderId)}`),
    inInboxOnly: true,
  }),
  accessExpiring: (access: Expiring, days: number, expiresAtInWords: string) => ({
    ...occasion(
      "access_expiring",
      "access_expiring",
      { name: access.name, expiresAt: expiresAtInWords },
      [access.id, access.expiresAt.getTime(), days],
      access.path,
    ),
    until: access.expiresAt,
  }),
  postPublished: (post: { id: string; title: string; slug: string; excerpt: string | null }) =>
    occasion(
      "post_published",
      "post_published",
      { post: post.title, excerpt: post.excerpt ?? "" },
      [post.id],
      pathOf("posts", post),
    ),
};

/** The page with the events and sessions of the member. */
const ownEvents = "/account/events";

const timeOfEvent = ({ name, startsAtInWords }: Omit<Happening, "id">) => ({ event: name, startsAt: startsAtInWords });

const timeOf = ({ service, startsAtInWords }: Session) => ({ service, startsAt: startsAtInWords });

const learnPathOf = ({ slug }: { slug: string }): string => `/learn/${slug}`;

const pathOf = (folder: "consulting" | "events" | "posts", { slug }: { slug: string }): string => `/${folder}/${slug}`;

const occasion = <Name extends Template>(
  topic: Topic,
  template: Name,
  data: TemplateData[Name],
  what: readonly (string | number)[],
  link?: string,
): Occasion => ({
  topic,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The data has the type that belongs to the template.
  content: { template, data } as Content,
  cause: [template, ...what].join(":"),
  ...(link !== undefined && { link }),
});
