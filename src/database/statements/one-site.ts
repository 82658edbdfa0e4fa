import type { Statement } from "./statement.ts";

/**
 * A cluster sends a statement to the node of its site if `site_id` of every table equals a value, and refuses many
 * statements otherwise: locks, recursive queries, subqueries that refer to others. Statements join their tables by
 * `site_id` and name the site once, so this adds the value to every join. It changes no result, because a statement
 * that names a site has rows of no other one.
 */
export function nameSite(text: string, placeholder = siteOf(text)): string {
  return placeholder === undefined
    ? text
    : text.replaceAll(joinBySite, (join, column: string) => `(${join} and ${column} = ${placeholder})`);
}

/** The placeholder of the first condition on the site. */
const siteOf = (text: string): string | undefined => /\bsite_id = (\$\d+)/.exec(text)?.[1];

/** `members.site_id = comments.site_id` */
const joinBySite = /(\b\w+\.site_id) = \w+\.site_id\b/g;

const formsForOneSite = new WeakMap<Statement, Statement>();

/** Returns the statement in the form for one site. `position`: the number of a further value that is the site. */
export function statementOfSite(statement: Statement, position?: number): Statement {
  let named = formsForOneSite.get(statement);
  if (!named) {
    const text = nameSite(statement.text, position === undefined ? undefined : `$${position}::uuid`);
    formsForOneSite.set(statement, (named = text === statement.text ? statement : { ...statement, text }));
  }
  return named;
}
