/** Bounds of a search: characters and words of a query that are read, results of a kind, characters of an excerpt. */
export const limits = { maxQuery: 100, maxWords: 8, maxOfKind: 10, lengthOfExcerpt: 160 };

/** Points of a word in the title, as a whole, at the start of a word, or within one; in the context; in the text. */
export const points = { whole: 60, start: 30, title: 20, context: 8, text: 2 };
