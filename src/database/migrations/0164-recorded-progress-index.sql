-- requires 0.1.0
create index concurrently lecture_progress_by_record on lecture_progress (site_id, recorded_at, id);
