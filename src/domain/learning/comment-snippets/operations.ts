import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { contentOf } from "#database/content/content-of.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { byLecturersInPerson, operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** A text that a person inserts into feedback again and again. Only they see it. */
const Snippet = z.object({ id: z.uuid(), text: z.string() });
export type CommentSnippet = z.output<typeof Snippet>;

const maxSnippets = 50;
const maxSnippetLength = 1000;

export const listMySnippets = operation({
  name: "listMySnippets",
  summary: "List the comment snippets of the member",
  reads: byLecturersInPerson,
  input: z.object({}),
  output: z.object({ snippets: z.array(Snippet) }),
  run: async (context) => ({ snippets: await read(context) }),
});

export const addMySnippet = operation({
  name: "addMySnippet",
  summary: "Save a comment snippet of the member",
  writes: byLecturersInPerson,
  input: z.object({ text: trimmed().min(1).max(maxSnippetLength) }),
  output: Snippet,
  async run(context, { text }) {
    const snippets = await read(context, true);
    const duplicate = snippets.find((one) => one.text === text);
    if (duplicate) return duplicate;
    if (snippets.length >= maxSnippets) {
      throw validationFailed(
        "/text",
        "too_many",
        `Save at most ${maxSnippets} comments. Delete one that you no longer use.`,
      );
    }
    const added = { id: newId(), text };
    await store(context, [...snippets, added]);
    return added;
  },
  unaudited: "not security-relevant",
});

export const deleteMySnippet = operation({
  name: "deleteMySnippet",
  summary: "Delete a comment snippet of the member",
  writes: byLecturersInPerson,
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.uuid() }),
  async run(context, { id }) {
    const snippets = await read(context, true);
    await store(
      context,
      snippets.filter((one) => one.id !== id),
    );
    return { id };
  },
  unaudited: "not security-relevant",
});

async function read({ db, site, caller }: Context, isLocked = false): Promise<CommentSnippet[]> {
  const memberId = memberOf(caller);
  const found = isLocked
    ? await db.first<{ commentSnippets: CommentSnippet[] | null }>`
        select comment_snippets from members where site_id = ${site.id} and id = ${memberId} for no key update`
    : await db.first<{ commentSnippets: CommentSnippet[] | null }>`
        select comment_snippets from members where site_id = ${site.id} and id = ${memberId}`;
  return found?.commentSnippets ?? [];
}

const store = ({ db, site, caller }: Context, snippets: readonly CommentSnippet[]) => db.run`
  update members set comment_snippets = ${JSON.stringify(snippets)}::jsonb
   where site_id = ${contentOf(site.id)} and id = ${memberOf(caller)}`;
