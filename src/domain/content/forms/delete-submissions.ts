import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";

/**
 * Permanently deletes submissions of a site with their uploaded files and releases the bytes. `doomed` selects the `id`
 * of the submissions. Returns one row per submission.
 */
export const deleteSubmissions = (siteId: string, doomed: Sql, now: Date): Sql => sql`
  with gone as (
    delete from form_submissions
     where form_submissions.site_id = ${siteId} and form_submissions.id in (${doomed})
    returning form_submissions.file_ids),
  sent as (
    delete from files using gone
     where files.site_id = ${contentOf(siteId)} and files.id = any(gone.file_ids) and files.purpose = 'submission'
    returning files.object_id, files.variants),
  released as (
    update stored_objects set released_at = ${now}
      from (select sent.object_id from sent
             union all
            select (variant ->> 'objectId')::uuid from sent, jsonb_array_elements(sent.variants) as variant
           ) as objects
     where stored_objects.site_id = ${siteId} and stored_objects.id = objects.object_id)
  select from gone`;
