/** Form fields by what they belong to: a question, or a part of the work. */
export type Groups = Record<string, Record<string, string>>;

/** The server's answer to a save. */
export interface SavedOnServer {
  /** False if another page has changed the draft: nothing was saved, and `groups` has the stored draft. */
  isSaved: boolean;
  revision: string;
  /** ISO 8601. */
  savedAt: string;
  groups?: Groups;
  /** Uploaded files that are not submitted yet. */
  files?: { id: string; filename: string }[];
}
