/** One letter: its subject, what stands before and after its button, and the button's word, "" where it has none. */
export interface LetterText {
  subject: string;
  before: readonly string[];
  action: string;
  after: readonly string[];
}
