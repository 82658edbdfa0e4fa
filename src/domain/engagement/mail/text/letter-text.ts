/** One letter: its subject, what stands before and after its button, and the button's word, "" where it has none. */
export interface LetterText {
  subject: string;
  before: readonly string[];
  /** What goes around the words of the people who run the site, where a letter may bring some. */
  message?: string;
  action: string;
  after: readonly string[];
}
