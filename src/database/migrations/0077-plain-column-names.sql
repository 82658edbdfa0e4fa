alter table lecture_releases rename column told_until to notified_until;
alter table subscriptions rename column trial_told to trial_end_notified;
alter table job_pieces rename column goes_on_at to next_cursor;
