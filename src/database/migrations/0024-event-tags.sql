-- Events are found by their tags as by their words: each tag is a term, as search-terms.ts writes it.
update events
   set search_terms = search_terms || array(select right(site_id::text, 6) || '#' || tag from unnest(tags) as tag)
 where tags <> '{}';
