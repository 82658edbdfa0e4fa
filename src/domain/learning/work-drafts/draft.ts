import * as z from "zod";
import type { SubmissionRow } from "#domain/learning/submissions/submission.ts";
import type { Answer } from "#domain/learning/quiz-attempts/grade.ts";

/** Work that a student has not submitted yet. Only the student reads it. */
export interface WorkDraft {
  id: string;
  /** The attempt in progress. Null for an assignment. */
  attemptId: string | null;
  answers: Answer[];
  text: string | null;
  url: string | null;
  /** Uploaded files that are not submitted yet. */
  fileIds: string[];
  files: SubmissionRow["files"];
  /** Files of the returned submission to keep. Null: not decided. */
  keptFileIds: string[] | null;
  /** Changes with every write. A page that has seen an older one overwrites nothing. */
  revision: string;
  /** The page that has written it last. */
  writer: string | null;
  savedAt: Date;
}

/** Identifies a page or a revision. */
const Token = z.string().regex(/^[\w-]{8,40}$/);

/** The page that writes, and the revision that it has seen: null if it has seen no draft. */
export const seenDraft = { writer: Token.nullable().default(null), revision: Token.nullable().default(null) };

export interface SeenDraft {
  writer: string | null;
  revision: string | null;
}

/** Returns false if another page has changed the draft since this page has read it. */
export const isSeen = (
  draft: Pick<WorkDraft, "revision" | "writer"> | undefined,
  { writer, revision }: SeenDraft,
): boolean => !draft || draft.revision === revision || (writer !== null && draft.writer === writer);

/** Characters of the answers of a quiz, names included. */
export const maxAnswersLength = 300_000;
