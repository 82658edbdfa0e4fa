import { type Sql, sql } from "#database/sql.ts";

/**
 * Permanently deletes submissions with their uploaded files and releases the bytes. `doomed` selects `site_id` and
 * `id` of the submissions. Returns one row per submission.
 */
export const deleteSubmissions = (doomed: Sql, now: Date): Sql => sql`
  with gone as (
    delete from form_submissions using (${doomed}) as doomed
     where form_submissions.site_id = doomed.site_id and form_submissions.id = doomed.id
    returning form_submissions.site_id, form_submissions.file_ids),
  sent as (
    delete from files using gone
     where files.site_id = gone.site_id and files.id = any(gone.file_ids) and files.purpose = 'submission'
    returning files.site_id, files.object_id, files.variants),
  released as (
    update stored_objects set released_at = ${now}
      from (select sent.site_id, sent.object_id from sent
             union all
            select sent.site_id, (variant ->> 'objectId')::uuid from sent, jsonb_array_elements(sent.variants) as variant
           ) as objects
     where stored_objects.site_id = objects.site_id and stored_objects.id = objects.object_id)
  select from gone`;
