/** A finding of the doctor. A note is informational. */
export interface Check {
  name: string;
  status: "ok" | "note" | "wrong";
  /** What was found and, if it is wrong, how to fix it. */
  detail: string;
}

export const ok = (name: string, detail: string): Check => ({ name, status: "ok", detail });
export const note = (name: string, detail: string): Check => ({ name, status: "note", detail });
export const wrong = (name: string, detail: string): Check => ({ name, status: "wrong", detail });
