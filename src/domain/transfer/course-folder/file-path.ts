import * as z from "zod";

/** Path of a file, relative to the course folder. */
export const FilePath = z
  .string()
  .max(400)
  .regex(
    /^(?!\.{1,2}(\/|$))[^\p{Cc}\\:*?"<>|/]+(\/(?!\.{1,2}(\/|$))[^\p{Cc}\\:*?"<>|/]+)*$/u,
    "Expected a path inside the course folder, like files/handout.pdf.",
  )
  .transform((path) => path.normalize("NFC"));
