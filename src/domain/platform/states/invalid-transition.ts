/** An impossible state transition, with the state names of the wire. */
interface InvalidTransition {
  /** `event registration` */
  what: string;
  from: string;
  /** A state, or the past participle of an action: `rescheduled`. */
  to: string;
  allowed: readonly string[];
  /** The alternative, if the allowed states do not say it. */
  instead?: string | undefined;
}

/** Formats it as two sentences: the reason, and the alternatives. */
export function sentenceOf({ what, from, to, allowed, instead }: InvalidTransition): string {
  const why =
    from === to
      ? `This ${what} ${stateOf(from)} already.`
      : `${/^[aeiou]/.test(what) ? "An" : "A"} ${what} that ${stateOf(from)} cannot ${actionOf(to)}.`;
  return `${why} ${instead ?? (allowed.length > 0 ? `It can ${either(allowed.map(actionOf))}.` : "This status is final.")}`;
}

const actionsByState = new Map([
  ["active", "become active"],
  ["draft", "be reverted to draft"],
  ["expired", "expire"],
  ["failed", "fail"],
  ["no_show", "be marked as a no-show"],
  ["pending", "become pending"],
  ["registered", "get a seat"],
  ["submitted", "be submitted again"],
]);

const actionOf = (to: string): string => actionsByState.get(to) ?? `be ${readable(to)}`;

const states = new Map([
  ["canceling", "is scheduled for cancellation"],
  ["draft", "is a draft"],
  ["ended", "has ended"],
  ["expired", "has expired"],
  ["failed", "has failed"],
  ["for life", "has no end"],
  ["incomplete", "has not started"],
  ["no_show", "was marked as a no-show"],
  ["submitted", "is submitted"],
  ["partially_succeeded", "has partially succeeded"],
  ["succeeded", "has succeeded"],
  ["trialing", "is on trial"],
  ["waitlisted", "is on the waitlist"],
]);

const stateOf = (from: string): string => states.get(from) ?? `is ${readable(from)}`;

const readable = (name: string): string => name.replaceAll("_", " ");

/** Joins actions, omitting a repeated `be`: `be paused or canceled`. */
function either(actions: readonly string[]): string {
  const short = actions.map((action, index) =>
    actions[index - 1]?.startsWith("be ") ? action.replace(/^be /, "") : action,
  );
  return short.length < 2 ? short.join("") : `${short.slice(0, -1).join(", ")} or ${short.at(-1)}`;
}
