/** Enrollment in free courses by members themselves. */
export const enAdminEnrollment = {
  section: { name: "Enrollment", about: "How members get into free courses, and their requests." },
  policy: "How members get into free courses",
  policies: {
    open: { name: "Open", hint: "Every member can enroll at once." },
    approval: { name: "With approval", hint: "Members send a request, and you approve or decline it." },
    invitation: { name: "By invitation", hint: "Only you enroll members. The pages of courses say so." },
    closed: { name: "Closed", hint: "Nobody can enroll at the moment. You can still enroll members." },
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
    sold_out: "All places of the course are taken. Raise the number of seats of its plan first.",
  },
};
