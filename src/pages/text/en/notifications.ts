/** Notifications, notification settings and unsubscribe pages. */
export const enNotifications = {
  title: "Notifications",
  unreadCount: "Notifications: {count} new",
  none: "You're all caught up.",
  unread: "New",
  markOne: "Mark as read",
  markOneSpoken: "Mark as read: {title}",
  markAll: "Mark all as read",
  marked: "All notifications marked as read.",
  markedOne: "Notification marked as read.",
  choose: "Notification settings",

  settings: {
    title: "Notification settings",
    lead: "Choose your notifications from {site} and where you receive them.",
    unverified:
      "Your email address is not verified, so you receive no notification emails. Request a new link on your account page.",
    noMail: "This site does not send emails. All notifications appear in your inbox here.",
    topic: "Topic",
    channels: { inbox: "Inbox", email: "Email", push: "Push" },
    always: "Always",
    save: "Save",
    saved: "Your settings have been saved.",
    topics: {
      course_update: { name: "Your courses", about: "You were enrolled in a course." },
      lecture_released: { name: "New lectures", about: "Lectures became available in one of your courses." },
      assignment_graded: { name: "Grades", about: "Your submission was graded." },
      certificate_issued: { name: "Certificates", about: "Your certificate is ready." },
      comment_reply: { name: "Replies", about: "Replies to your comments." },
      event_reminder: { name: "Event reminders", about: "An event that you registered for starts soon." },
      event_changed: {
        name: "Your events",
        about: "You registered for an event or canceled, it was changed or canceled, or it has a seat for you.",
      },
      booking_update: { name: "Consulting sessions", about: "A session was booked, rescheduled or canceled." },
      subscription_update: {
        name: "Your membership",
        about: "Your membership started, changed or ended.",
      },
      access_expiring: { name: "Expiring access", about: "Your access to content ends in a few days." },
      post_published: { name: "New posts", about: "The school published a post." },
      announcement: { name: "Announcements", about: "Announcements from the school." },
      account_security: {
        name: "Account security",
        about: "For example, a new connected app. Always on.",
      },
    },
  },

  unsubscribe: {
    title: "Unsubscribe from these emails?",
    lead: "{site} will no longer email you about: {topic}.",
    more: "Your other notification settings do not change.",
    submit: "Unsubscribe",
    doneTitle: "You have unsubscribed",
    done: "{site} no longer emails you about: {topic}.",
    endedTitle: "This link does not work",
    ended: "The link is incomplete or belongs to another site. Nothing was changed.",
  },
};
