/** Reviews: on learning and public pages. */
export const enReviews = {
  rating: "{rating} out of 5",
  unnamedStudent: "A student",
  replyOf: "Reply from {site}",

  mine: {
    title: "Your review",
    of: "Your review of {course}",
    invitation: "What did you think of this course? Your review helps others to choose.",
    write: "Write a review",
    change: "Edit your review",
    back: "Back to the course",
    status: {
      published: "Your review is public.",
      pending: "Your rating counts. Your text is awaiting approval. Until then, only you can see it.",
      hidden:
        "The school has hidden your text. Only you can see it. Your rating counts. If you edit the text, the school reviews it again.",
    },
    lock: {
      closed: "This school does not accept reviews at the moment.",
      staff: "Lecturers and staff cannot review their own courses.",
      not_enrolled: "Only current and former students of this course can review it.",
      nothing_done: "Complete at least one lecture to review this course.",
    },
    stars: "Your rating",
    grades: { 1: "Poor", 2: "Fair", 3: "Average", 4: "Good", 5: "Excellent" },
    headline: "Title (optional)",
    text: "Your review (optional)",
    moderation: {
      none: "Your review is published immediately.",
      texts: "Your rating counts immediately. Your title and text are published after approval by the school.",
      all: "Your rating counts immediately. Your review is published after approval by the school.",
    },
    named: "Your name is shown as {name}.",
    unnamed: "Your name is not shown.",
    save: "Save",
    withdraw: "Delete your review",
    withdrawal: "Deletes your review with the school’s reply. Your rating no longer counts.",
    problem: {
      rating: "Choose a star rating.",
      too_long: "The title can have at most 120 characters and the text at most 5,000.",
      too_many: "You have edited reviews too often. Wait a while, then try again.",
    },
    notice: { saved: "Your review has been saved.", withdrawn: "Your review has been deleted." },
  },

  everybody: {
    title: "Student reviews",
    of: "Student reviews of {course}",
    all: "All reviews",
    count: "Ratings: {count}",
    some: "{rating} out of 5 stars, {count} ratings. Show these reviews",
    one: "{rating} out of 5 stars, 1 rating. Show these reviews",
    narrowed: "Only {rating} out of 5 stars",
    none: "No written reviews yet.",
    changed: "edited {day}",
  },
};
