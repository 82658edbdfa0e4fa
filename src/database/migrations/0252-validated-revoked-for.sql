-- requires 0.1.0
alter table enrollments validate constraint enrollments_revoked_for_check;
