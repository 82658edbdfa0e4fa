/** Control characters, ends of lines, and those that turn the writing direction of what stands beside them (UAX #9). */
export const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text can stand in one line beside ours, and be kept: no halves of pairs, nothing that hides or turns. */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !unseen.test(text);
