/** A JSON string, number or literal that `JSON.stringify` copies unchanged (ECMA-262, JSON.rawJSON). */
export interface RawJson {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    rawJSON(text: string): RawJson;
  }
}

/** `text`: the JSON text of a value that is no object or array. Throws SyntaxError for other texts. */
export const rawJson = (text: string): RawJson => JSON.rawJSON(text);
