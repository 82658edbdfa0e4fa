/** The form that gives a person access to a course. */
export const enAdminGiveAccess = {
  title: "Give access",
  person: "Person",
  personHint: "A member, or the email address of a person who is new to the school.",
  course: "Course",
  other: "Choose another",
  duration: "How long",
  durations: {
    usual: "As usual for this course",
    ever: "For ever",
    until: "Until a date",
    days: "For a number of days",
  },
  end: "Last day",
  days: "Days",
};
