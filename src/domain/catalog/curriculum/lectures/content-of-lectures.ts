import { type Sql, sql } from "#database/statements/sql.ts";

/** Condition: a part of a lecture exists in this table, and meets the condition. */
const hasPart = (siteId: string, table: Sql, condition: Sql): Sql => sql`
  exists (select from ${table}
           where ${table}.site_id = ${siteId} and ${table}.lecture_id = lectures.id and ${table}.deleted_at is null
             and ${condition})`;

/** Condition: the lecture has something for students. Comments of Markdown are nothing. */
export const hasContent = (siteId: string): Sql => sql`
  (regexp_replace(coalesce(lectures.body_markdown, ''), '<!-{2}.*?-{2}>', '', 'g') ~ '[^[:space:]]'
   or lectures.video is not null or lectures.live is not null
   or ${hasPart(siteId, sql`attachments`, sql`true`)}
   or ${hasQuestions(siteId)} or ${hasAssignment(siteId)})`;

export const hasQuestions = (siteId: string): Sql =>
  hasPart(siteId, sql`quizzes`, sql`jsonb_array_length(quizzes.questions) > 0`);

export const hasAssignment = (siteId: string): Sql => hasPart(siteId, sql`assignments`, sql`true`);

/** Condition: a live lecture has its time and address, and a link its address. Other kinds need none. */
export const hasAddress = (siteId: string): Sql => sql`
  (case lectures.kind
     when 'live' then lectures.live is not null
     when 'link' then coalesce(lectures.body_markdown, '') ~ 'https?://'
                      or ${hasPart(siteId, sql`attachments`, sql`attachments.external_url is not null`)}
     else true end)`;
