import * as z from "zod";
import { Filename } from "#domain/files/files/file.ts";
import { sanitizedHtml } from "#domain/platform/texts/render.ts";
import { maxFiles } from "#domain/learning/submissions/hand-in.ts";
import { findHistories, maxVersions } from "#domain/learning/submissions/queries.ts";
import type { EarlierVersion } from "#domain/learning/submissions/submission.ts";
import type { Context } from "#domain/platform/context.ts";
import { htmlUpTo, WebAddress } from "#domain/platform/fields.ts";
import { parseId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { Row } from "../archive-format.ts";

export const Score = z.number().min(0).max(100_000).nullable();

const Version = z.object({
  text: z.string().max(20_000).nullable(),
  url: WebAddress.nullable(),
  fileNames: z.array(Filename).max(maxFiles),
  submittedAt: Instant,
  score: Score,
  givenScore: Score,
  gradedAt: Instant.nullable(),
  feedbackHtml: htmlUpTo(100_000).nullable(),
});

/** Versions that the student has replaced, oldest first, and the time of the feedback. */
export const history = {
  earlierVersions: z.array(Version).max(maxVersions).optional(),
  feedbackAt: Instant.nullable().optional(),
};

const encode = compileEncoder(z.object(history));

const idOf = ({ id }: Row): string => parseId("submission", String(id)) ?? "";

/** Adds their history to submissions. */
export async function withHistory(context: Context, rows: readonly Row[]): Promise<Row[]> {
  const histories = await findHistories(context, rows.map(idOf));
  return rows.map((row) => {
    const { earlierVersions = [], feedbackAt = null } = histories.get(idOf(row)) ?? {};
    const dated = earlierVersions.map(({ submittedAt, gradedAt, ...version }) => ({
      ...version,
      submittedAt: new Date(submittedAt),
      gradedAt: gradedAt === null ? null : new Date(gradedAt),
    }));
    return { ...row, ...Object(encode({ earlierVersions: dated, feedbackAt })) };
  });
}

/** The versions as they are stored: with sanitized markup. */
export async function storedVersions(
  context: Context,
  versions: readonly z.output<typeof Version>[],
): Promise<EarlierVersion[]> {
  const stored: EarlierVersion[] = [];
  for (const [index, { submittedAt, gradedAt, feedbackHtml, ...version }] of versions.entries()) {
    const pointer = `/earlierVersions/${index}/feedbackHtml`;
    stored.push({
      ...version,
      submittedAt: submittedAt.toISOString(),
      gradedAt: gradedAt?.toISOString() ?? null,
      feedbackHtml: feedbackHtml === null ? null : await sanitizedHtml(context, feedbackHtml, pointer),
    });
  }
  return stored;
}
