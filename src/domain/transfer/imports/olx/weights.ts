import { nameOf, type OlxBlock } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";
import type { Question } from "./problem.ts";

interface Problem {
  block: OlxBlock;
  questions: Question[];
}

const maxPoints = 1000;

/**
 * Divides the weight of each problem among its questions, as Open edX does. Points are whole numbers, so that all
 * points of the quiz are multiplied where a share is not: only their relation counts.
 */
export function weighted(olx: OlxFolder, problems: readonly Problem[]): Question[] {
  const shares = problems.map(({ block, questions }) => shareOf(olx, block, questions.length));
  const isWhole = (factor: number) =>
    shares.every((share) => {
      const points = share * factor;
      return Math.abs(points - Math.round(points)) < 1e-6 && points <= maxPoints;
    });
  const factor = Array.from({ length: maxPoints }, (_, index) => index + 1).find(isWhole);
  if (factor === undefined) {
    const weights = problems.map(({ block }) => block.element.attributes["weight"] ?? "none").join(", ");
    for (const { block } of problems.slice(0, 1)) {
      olx.warn(block, `the weights of the problems of the unit (${weights}) are left out: each question has one point`);
    }
  }
  return problems.flatMap(({ questions }, index) =>
    questions.map((question) => ({
      ...question,
      points: factor === undefined ? 1 : Math.round((shares[index] ?? 1) * factor),
    })),
  );
}

/** The points of each question: one without a weight. */
function shareOf(olx: OlxFolder, block: OlxBlock, count: number): number {
  const { weight } = block.element.attributes;
  if (weight === undefined || weight.trim() === "") return 1;
  const points = Number(weight);
  if (Number.isFinite(points) && points >= 0) return points / count;
  olx.warn(block, `“${nameOf(block)}”: weight=${weight} is left out: expected a number`);
  return 1;
}
