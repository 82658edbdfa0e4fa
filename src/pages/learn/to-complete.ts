import type { MyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import type { ToComplete } from "../views/learn/lecture.ts";
import type { Media } from "../views/learn/media.ts";

/** Describes what a lecture asks of its students, by its rule and by the player that shows it. */
export function toComplete({ lecture, completionRule: rule }: MyLecture, media: Media | null): ToComplete | null {
  const { kind } = lecture;
  if (rule?.kind === "pass_quiz") return { way: "passQuiz", isMarked: false };
  if (rule?.kind === "submit") {
    return { way: kind === "assignment" ? "submitAssignment" : "submitQuiz", isMarked: false };
  }
  const isAudio = media?.kind === "audio";
  const isReported = (isAudio || media?.kind === "video") && media.report !== null;
  if (rule?.kind === "watch_percent" && isReported) {
    return { way: isAudio ? "listen" : "watch", percent: rule.percent, isMarked: true };
  }
  if (rule?.kind === "view" && isReported) return { way: isAudio ? "playAudio" : "playVideo", isMarked: true };
  return rule && { way: kind, isMarked: true };
}
