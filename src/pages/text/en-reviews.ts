/** What students say of courses: where they write it, where everybody reads it, and where the staff decides on it. */
export const enReviews = {
  rating: "{rating} of 5",
  somebody: "A student",
  replyOf: "Answer of {site}",

  mine: {
    title: "Your review",
    of: "Your review of {course}",
    invitation: "What did you think of it? Others who look for a course read it.",
    write: "Review this course",
    change: "Change your review",
    back: "Back to the course",
    status: {
      published: "Everybody can read it.",
      pending: "It waits until the school has looked at it. Until then you alone see it.",
      hidden: "The school has hidden it: you alone see it. If you change it, the school looks at it again.",
    },
    lock: {
      closed: "This school takes no reviews at present.",
      staff: "You teach this course, or run the site: others review it.",
      not_enrolled: "Courses are reviewed by those who are or were enrolled in them.",
      nothing_done: "You can review this course once you have done one of its lectures.",
    },
    stars: "How was it?",
    grades: { 1: "Poor", 2: "Not so good", 3: "All right", 4: "Good", 5: "Very good" },
    headline: "Title (optional)",
    text: "What others should know (optional)",
    moderation: {
      none: "Everybody can read it at once.",
      texts: "A rating is shown at once. A title or a text is shown when the school has looked at it.",
      all: "It is shown when the school has looked at it.",
    },
    named: "Your name is shown as {name}.",
    unnamed: "Your name is not shown.",
    save: "Save",
    withdraw: "Withdraw your review",
    withdrawal: "What you wrote is deleted, with the school’s answer, and your rating counts no longer.",
    problem: {
      rating: "Choose how many stars you give.",
      too_long: "The title has at most 120 letters, the text at most 5000. Shorten it.",
      too_many: "You have changed reviews very often. Wait a while, then try again.",
    },
    notice: { saved: "Your review has been saved.", withdrawn: "Your review has been withdrawn." },
  },

  everybody: {
    title: "What students say",
    of: "What students say of {course}",
    all: "All reviews",
    count: "Ratings: {count}",
    some: "{rating} of 5 stars, given {count} times. Read what was written with them",
    narrowed: "Only those with {rating} of 5",
    none: "Nothing has been written here.",
    changed: "changed {day}",
  },
};
