-- requires 0.1.0
-- A course with an active plan that costs something is not free. Existing ones become paid.
update courses
   set course_type = 'paid', version = courses.version + 1, updated_at = now()
 where courses.course_type = 'free'
   and exists (select from course_plans
                where course_plans.site_id = courses.site_id and course_plans.course_id = courses.id
                  and course_plans.active and course_plans.price_amount > 0 and course_plans.deleted_at is null);
