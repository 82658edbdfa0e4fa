import type { GraphQLError, ResponsePath } from "graphql";

/** Collects the errors of an execution in the order in which they occur. */
export class ErrorList {
  readonly errors: GraphQLError[] = [];
  readonly #nulled = new Set<ResponsePath | undefined>();

  /** GraphQL §6.4.4: a position that is null because of an error has no further errors below it. */
  add(error: GraphQLError, path: ResponsePath | undefined): void {
    if (this.#isNulled(path)) return;
    this.#nulled.add(path);
    this.errors.push(error);
  }

  #isNulled(path: ResponsePath | undefined): boolean {
    if (this.#nulled.size === 0) return false;
    for (let at = path; at; at = at.prev) if (this.#nulled.has(at)) return true;
    return this.#nulled.has(undefined);
  }
}
