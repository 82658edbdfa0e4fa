import * as z from "zod";

/** A file beside the texts of a course, by its path from the course's folder. */
export const FilePath = z
  .string()
  .max(400)
  .regex(
    /^(?!\.{1,2}(\/|$))[^\p{Cc}\\:*?"<>|/]+(\/(?!\.{1,2}(\/|$))[^\p{Cc}\\:*?"<>|/]+)*$/u,
    "Expected the path of a file below the course's folder, like files/handout.pdf.",
  )
  .transform((path) => path.normalize("NFC"));
