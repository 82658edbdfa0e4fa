import { nameOf, type OlxBlock, settingOf } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";

/** When students see the solutions, from the strictest to the most open. */
const strictness = [
  "never",
  "after_last_attempt",
  "after_correct",
  "after_correct_or_last_attempt",
  "after_submit",
] as const;
type ShowAnswers = (typeof strictness)[number];

/**
 * When Open edX shows the answers of a problem (`ProblemBlock.answer_available`). Lectern never shows them earlier. It
 * has no due dates, so that what waits for one is never shown.
 */
const shownWhen: Readonly<Record<string, ShowAnswers>> = {
  always: "after_submit",
  attempted: "after_submit",
  attempted_no_past_due: "after_submit",
  answered: "after_correct",
  correct_or_past_due: "after_correct",
  finished: "after_correct_or_last_attempt",
  after_all_attempts_or_correct: "after_correct_or_last_attempt",
  closed: "after_last_attempt",
  after_all_attempts: "after_last_attempt",
  past_due: "never",
  never: "never",
};

/** Values that wait for a due date, at least in part. */
const waitsForDue = new Set(["past_due", "correct_or_past_due"]);

const defaultShowAnswer = "finished";

interface Settings {
  attemptsAllowed: number | null;
  showAnswers: ShowAnswers;
}

/**
 * Settings of the quiz of a unit. Its problems share them, so that the fewest attempts and the strictest rule for
 * answers count.
 */
export function quizSettingsOf(olx: OlxFolder, problems: readonly OlxBlock[]): Settings {
  const all = problems.map((problem) => settingsOf(olx, problem));
  const attempts = all.flatMap(({ attemptsAllowed }) => attemptsAllowed ?? []);
  const strictest = {
    attemptsAllowed: attempts.length === 0 ? null : Math.min(...attempts),
    showAnswers:
      strictness.find((one) => all.some(({ showAnswers }) => showAnswers === one)) ?? "after_correct_or_last_attempt",
  };
  for (const [index, { attemptsAllowed, showAnswers }] of all.entries()) {
    const problem = problems[index];
    if (!problem || (attemptsAllowed === strictest.attemptsAllowed && showAnswers === strictest.showAnswers)) continue;
    olx.warn(
      problem,
      `“${nameOf(problem)}”: its attempts (${attemptsAllowed ?? "unlimited"}) and answer visibility (${showAnswers}) ` +
        `become those of the strictest problem of its unit (${strictest.attemptsAllowed ?? "unlimited"}, ` +
        `${strictest.showAnswers}), because they share a quiz`,
    );
  }
  return strictest;
}

function settingsOf(olx: OlxFolder, problem: OlxBlock): Settings {
  const allowed = settingOf(problem, "max_attempts").trim();
  const attempts = Number(allowed === "" ? Number.NaN : allowed);
  const isAttempts = Number.isInteger(attempts) && attempts >= 1 && attempts <= 1000;
  if (allowed !== "" && !isAttempts) {
    olx.warn(
      problem,
      `“${nameOf(problem)}”: max_attempts=${allowed} is left out: expected 1 to 1000, the attempts are unlimited`,
    );
  }
  const setting = settingOf(problem, "showanswer").replaceAll(/['"]/g, "").trim().toLowerCase();
  const written = setting || defaultShowAnswer;
  const correctness = settingOf(problem, "show_correctness").trim().toLowerCase();
  const isHidden = correctness !== "" && correctness !== "always";
  const showAnswers = isHidden ? "never" : shownWhen[written];
  if (showAnswers === undefined) {
    olx.warn(problem, `“${nameOf(problem)}”: showanswer=${written} has no counterpart: answers are never shown`);
  } else if (waitsForDue.has(written)) {
    olx.warn(
      problem,
      `“${nameOf(problem)}”: showanswer=${written}: quizzes have no due date, ` +
        (written === "past_due" ? "so that answers are never shown" : "so that answers are shown when all are correct"),
    );
  }
  return { attemptsAllowed: isAttempts ? attempts : null, showAnswers: showAnswers ?? "never" };
}
