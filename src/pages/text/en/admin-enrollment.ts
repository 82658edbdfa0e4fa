/** Enrollment in free courses by members themselves. */
export const enAdminEnrollment = {
  section: { name: "Enrollment", about: "How members enroll in free courses, and their requests." },
  policy: "How members enroll in free courses",
  policies: {
    open: { name: "Open", hint: "Every member can enroll immediately." },
    approval: { name: "With approval", hint: "Members send a request, and you approve or decline it." },
    invitation: {
      name: "By invitation",
      hint: "Only staff enrolls members, under People, Enrollments. The pages of courses say so.",
    },
    closed: {
      name: "Closed",
      hint: "Enrollment is closed. Staff can still enroll members, under People, Enrollments.",
    },
  },
  events: "Free events, downloads and memberships are open to every member.",
  requests: "Requests",
  pending: "Enrollment requests",
  none: "No pending requests.",
  of: "{course}, by {member}",
  unnamed: "a former member",
  at: "Requested {time}",
  approve: "Approve",
  decline: "Decline",
  spoken: "{act}: {course}, {member}",
  notice: {
    saved: "Your changes have been saved.",
    approved: "The member is enrolled.",
    declined: "The request is declined.",
    decided: "The request has been decided in the meantime.",
    sold_out: "All seats of the course are taken. Raise the seat limit of its plan first.",
  },
};
