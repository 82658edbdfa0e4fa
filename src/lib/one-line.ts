/** Control characters, line ends, and characters that change the writing direction of neighboring text (UAX #9). */
export const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/**
 * Returns whether a text fits into one displayed line: no lone surrogates, no hidden or direction-changing
 * characters.
 */
export const isOneLine = (text: string): boolean => text.isWellFormed() && !unseen.test(text);
