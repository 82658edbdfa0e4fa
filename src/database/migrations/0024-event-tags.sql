-- Event tags are search terms, in the format of search-terms.ts.
update events
   set search_terms = search_terms || array(select right(site_id::text, 6) || '#' || tag from unnest(tags) as tag)
 where tags <> '{}';
