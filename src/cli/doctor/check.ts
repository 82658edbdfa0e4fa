/** What the doctor found in one place. A note is no reason to worry, but good to know. */
export interface Check {
  name: string;
  status: "ok" | "note" | "wrong";
  /** What was found, and where it is wrong, how to mend it. */
  detail: string;
}

export const ok = (name: string, detail: string): Check => ({ name, status: "ok", detail });
export const note = (name: string, detail: string): Check => ({ name, status: "note", detail });
export const wrong = (name: string, detail: string): Check => ({ name, status: "wrong", detail });
