/** Pages for the staff of courses: lecturers and teaching assistants see the comments of their own courses only. */
export const byTeachersInPerson = {
  only: ["session"],
  roles: ["owner", "manager", "lecturer", "teaching_assistant"],
} as const;
