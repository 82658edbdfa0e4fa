import { invalidState } from "../problem.ts";

interface Transition {
  from: readonly string[];
  to: string;
  /** Past participle in error messages, if it differs from the new status: `unpublished`. */
  as?: string;
}

/** The status changes of one kind of resource, by action. `what` names it in messages. */
function lifecycle<const Actions extends { [Action in keyof Actions]: Transition }>(what: string, actions: Actions) {
  const allowedFrom = (status: string): string[] => [
    ...new Set(Object.values<Transition>(actions).flatMap(({ from, to }) => (from.includes(status) ? [to] : []))),
  ];
  return {
    /** Returns the statuses that the resource can have next. */
    allowedFrom,
    /** True if the action is possible in this status. Undefined for an action of another kind. */
    isPossible(action: string, status: string): boolean | undefined {
      const found = Object.entries<Transition>(actions).find(([name]) => name === action);
      return found?.[1].from.includes(status);
    },
    /** Returns the new status. Throws `invalid_state` if the action is not possible in this status. */
    next<Action extends keyof Actions>(action: Action, status: string): Actions[Action]["to"] {
      const { from, to, as = to }: Transition = actions[action];
      if (!from.includes(status)) throw invalidState(what, status, as, allowedFrom(status));
      return to;
    },
  };
}

/** Every status change that a caller can request for content and products. Time causes others: events end. */
export const lifecycles = {
  course: lifecycle("course", {
    publish: { from: ["draft"], to: "published" },
    unpublish: { from: ["published"], to: "draft", as: "unpublished" },
    archive: { from: ["draft", "published"], to: "archived" },
    restore: { from: ["archived"], to: "draft", as: "restored" },
  }),
  page: lifecycle("page", {
    publish: { from: ["draft"], to: "published" },
    unpublish: { from: ["published"], to: "draft", as: "unpublished" },
  }),
  post: lifecycle("post", {
    schedule: { from: ["draft", "scheduled"], to: "scheduled" },
    publish: { from: ["draft", "scheduled"], to: "published" },
    unpublish: { from: ["scheduled", "published"], to: "draft" },
    archive: { from: ["published"], to: "archived" },
  }),
  event: lifecycle("event", {
    publish: { from: ["draft"], to: "published" },
    cancel: { from: ["published"], to: "canceled" },
  }),
  digitalProduct: lifecycle("digital product", {
    publish: { from: ["draft", "archived"], to: "published" },
    archive: { from: ["draft", "published"], to: "archived" },
  }),
  /** A form that was open may have submissions, so it cannot become a draft again. */
  form: lifecycle("form", {
    open: { from: ["draft", "closed"], to: "open" },
    close: { from: ["open"], to: "closed" },
  }),
};
