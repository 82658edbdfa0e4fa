import * as z from "zod";

/** Missing parts of a lecture: content, the address of a link or of a session, questions, an assignment, captions. */
const lectureFindings = ["empty", "no_address", "no_questions", "no_assignment", "no_captions"] as const;

export const LectureFinding = z.enum(lectureFindings).meta({
  id: "LectureFinding",
  description:
    "A missing part of the lecture. Students cannot use a lecture without content, address, questions or assignment.",
});
export type LectureFinding = z.output<typeof LectureFinding>;
