-- requires 0.1.0
-- The refund or dispute of its order line that revoked an enrollment. Null: staff revoked it, or an unpaid installment.
alter table enrollments add column revoked_for text;
alter table enrollments
  add constraint enrollments_revoked_for_check check (revoked_for in ('refund', 'dispute')) not valid;
