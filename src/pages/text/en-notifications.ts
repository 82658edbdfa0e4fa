/** The inbox of a member, what they choose to be told of, and the way out of mails, in English. */
export const enNotifications = {
  title: "Notifications",
  none: "You're all caught up.",
  unread: "New",
  markOne: "Mark as read",
  markOneSpoken: "Mark as read: {title}",
  markAll: "Mark all as read",
  marked: "All are marked as read.",
  markedOne: "It is marked as read.",
  choose: "Notification settings",

  settings: {
    title: "Notification settings",
    lead: "Tick what {site} tells you of, and where.",
    unverified:
      "Your e-mail address is not confirmed: until it is, no notification is mailed to you. You can ask for a new link on your account page.",
    noMail: "This site sends no mail: you find everything in your notifications.",
    topic: "Topic",
    channels: { inbox: "Here", email: "By mail", push: "On your device" },
    always: "Always",
    save: "Save",
    saved: "Your choice is saved.",
    topics: {
      course_update: { name: "Your courses", about: "You were enrolled in a course." },
      lecture_released: { name: "New lectures", about: "Lectures were added to a course of yours." },
      assignment_graded: { name: "Graded work", about: "Work that you handed in was graded." },
      certificate_issued: { name: "Certificates", about: "A certificate of yours is ready." },
      comment_reply: { name: "Replies", about: "Replies to your comments." },
      event_reminder: { name: "Reminders of events", about: "An event that you are registered for starts soon." },
      event_changed: {
        name: "Changes of events",
        about: "An event that you are registered for was moved or canceled.",
      },
      booking_update: { name: "Booked sessions", about: "A session of yours was booked, moved or canceled." },
      subscription_update: { name: "Your membership", about: "It has begun, was extended or canceled, or has ended." },
      access_expiring: { name: "Access that ends", about: "You can use something for a few days more." },
      post_published: { name: "New posts", about: "The school has published something to read." },
      announcement: { name: "Announcements", about: "The people of the school have something to say." },
      account_security: {
        name: "The safety of your account",
        about: "For example, when you connect an application. Always on.",
      },
    },
  },

  unsubscribe: {
    title: "Unsubscribe from these e-mails?",
    lead: "{site} will no longer write to you about this: {topic}.",
    more: "Everything else stays as it is.",
    submit: "Stop these mails",
    doneTitle: "These mails are stopped",
    done: "{site} does not write to you about this any more: {topic}.",
    endedTitle: "This link does not work",
    ended: "It was changed on its way, or comes from another site. Nothing was changed.",
  },
};
