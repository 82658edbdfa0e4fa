import type { Criterion, EarlierSubmission, SubmittedFile } from "../parts/submission.ts";

export type AssignmentView = {
  /** True for an assignment that was deleted: the student reads the work in it. */
  isRemoved: boolean;
  /** Sanitized when stored. */
  instructionsHtml: string;
  maxScore: number;
  rubric: readonly Criterion[];
  dueAt: Date | null;
  /** Days from the start of access. Shown to staff, for whom there is no date. */
  dueDays: number | null;
  late: { kind: "accept" } | { kind: "refuse" } | { kind: "penalty"; percentPerDay: number };
  asks: { text: boolean; url: boolean; files: boolean };
  submission: {
    status: "submitted" | "graded" | "returned";
    /** True if the student has taken the work back. */
    isWithdrawn: boolean;
    submittedAt: Date;
    text: string | null;
    url: string | null;
    files: readonly (SubmittedFile & { id: string })[];
    score: number | null;
    givenScore: number | null;
    feedbackHtml: string | null;
    gradedAt: Date | null;
    feedbackAt: Date | null;
    /** True if the feedback is about an earlier version. */
    isFeedbackOutdated: boolean;
    /** Replaced versions, newest first. */
    earlier: readonly EarlierSubmission[];
  } | null;
  /** True if the student can take the work back. */
  canWithdraw: boolean;
  /** True if submissions are open. */
  isOpen: boolean;
  /** Rejected part: the content, the number or size of files, or an invalid file. */
  problem: "words" | "files" | "media" | null;
  typed: { text: string; url: string };
  /** Work that another device has saved, if this page has seen older one. */
  elsewhere: { text: string; url: string } | null;
  draft: {
    /** Empty without a draft. */
    revision: string;
    savedAt: Date | null;
    files: readonly (SubmittedFile & { id: string })[];
    /** Files of the returned submission to keep. Null: all. */
    keptFileIds: readonly string[] | null;
  };
  /** Undefined where nothing is saved. */
  island: { address: string; keeper: string } | undefined;
  action: string;
};

/** The kinds of work that the teacher has chosen. */
export const askedKinds = (kinds: readonly ("text" | "url" | "file")[]): AssignmentView["asks"] => ({
  text: kinds.includes("text"),
  url: kinds.includes("url"),
  files: kinds.includes("file"),
});

/** The parts of an assignment of which nothing is saved. */
export const nothingSaved = {
  isRemoved: false,
  canWithdraw: false,
  elsewhere: null,
  draft: { revision: "", savedAt: null, files: [], keptFileIds: null },
  island: undefined,
} as const satisfies Partial<AssignmentView>;
