-- requires 0.1.0
-- The explorer of the Member API was replaced by documentation. Its clients, and their tokens, end.
update clients set deleted_at = now(), updated_at = now(), version = version + 1
 where origin = 'explorer' and audience = 'member' and deleted_at is null;
