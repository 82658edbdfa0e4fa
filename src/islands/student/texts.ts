/** Texts of the module on pages of students, in the language of the page. `{word}` is a placeholder. */
export interface StudentTexts {
  saving: string;
  saved: string;
  unreachable: string;
  signedOut: string;
  gone: string;
  ended: string;
  refused: string;
  notKept: string;
  merged: string;
  restored: string;
  collided: string;
  keepMine: string;
  takeTheirs: string;
  nothing: string;
  uploading: string;
  timeOver: string;
  mark: string;
  answered: string;
  isAnswered: string;
  previous: string;
  next: string;
  step: string;
  timeLeft: string;
  question: string;
}
