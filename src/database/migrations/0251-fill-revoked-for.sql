-- requires 0.1.0
-- Only a refund revokes an enrollment at the time at which it succeeds.
update enrollments set revoked_for = 'refund'
 where status = 'revoked'
   and exists (select from order_lines
                 join refunds on refunds.site_id = order_lines.site_id and refunds.order_id = order_lines.order_id
                where order_lines.site_id = enrollments.site_id and order_lines.id = enrollments.source_id
                  and coalesce(refunds.line_id, order_lines.id) = order_lines.id
                  and refunds.status = 'succeeded' and refunds.updated_at = enrollments.revoked_at);
update enrollments set revoked_for = 'dispute'
 where status = 'revoked' and revoke_reason is null and revoked_for is null
   and exists (select from order_lines
                 join orders on orders.site_id = order_lines.site_id and orders.id = order_lines.order_id
                where order_lines.site_id = enrollments.site_id and order_lines.id = enrollments.source_id
                  and orders.status = 'disputed');
