import type { SiteScope } from "#domain/platform/context.ts";
import { findHistory } from "./queries.ts";
import type { EarlierVersion, SubmissionRow } from "./submission.ts";

/** The earlier versions of a submission, and what its feedback is about. */
export interface SubmissionHistory {
  /** Null without feedback. */
  feedbackAt: Date | null;
  /** True if the feedback is about an earlier version. */
  isFeedbackOutdated: boolean;
  /** Replaced versions, newest first. */
  earlier: EarlierSubmission[];
}

interface EarlierSubmission extends Omit<EarlierVersion, "submittedAt" | "gradedAt"> {
  submittedAt: Date;
  gradedAt: Date | null;
}

export async function historyOf(scope: SiteScope, submission: SubmissionRow): Promise<SubmissionHistory> {
  const { earlierVersions, feedbackAt } = await findHistory(scope, submission.id);
  return {
    feedbackAt: submission.feedbackHtml === null ? null : (feedbackAt ?? submission.gradedAt),
    isFeedbackOutdated: isOutdated(submission, feedbackAt),
    earlier: earlierVersions.toReversed().map((version) => ({
      ...version,
      submittedAt: new Date(version.submittedAt),
      gradedAt: version.gradedAt === null ? null : new Date(version.gradedAt),
    })),
  };
}

/** Returns true if the feedback is about an earlier version of the submission. */
function isOutdated(
  { submittedAt, gradedAt }: Pick<SubmissionRow, "submittedAt" | "gradedAt">,
  feedbackAt: Date | null,
): boolean {
  const at = feedbackAt ?? gradedAt;
  return at !== null && at < submittedAt;
}

/** The current version of a submission, before it is replaced. */
export async function versionOf(scope: SiteScope, submission: SubmissionRow): Promise<EarlierVersion> {
  const { text, url, files, submittedAt, score, givenScore, gradedAt, feedbackHtml } = submission;
  const { feedbackAt } = await findHistory(scope, submission.id);
  return {
    text,
    url,
    fileNames: files.map(({ filename }) => filename),
    submittedAt: submittedAt.toISOString(),
    score,
    givenScore,
    gradedAt: gradedAt?.toISOString() ?? null,
    feedbackHtml: isOutdated(submission, feedbackAt) ? null : feedbackHtml,
  };
}
