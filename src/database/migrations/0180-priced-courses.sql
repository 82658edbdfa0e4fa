-- requires 0.1.0
-- A course with an active plan that costs something is not free. Existing ones become paid if the plan is or will be on
-- sale. Those whose sale has ended are offered for free today and stay free: their plans end.
update courses
   set course_type = 'paid', version = courses.version + 1, updated_at = now()
 where courses.course_type = 'free'
   and exists (select from course_plans
                where course_plans.site_id = courses.site_id and course_plans.course_id = courses.id
                  and course_plans.active and course_plans.price_amount > 0 and course_plans.deleted_at is null
                  and (course_plans.sale_ends_at is null or course_plans.sale_ends_at > now()));
update course_plans
   set active = false, version = course_plans.version + 1, updated_at = now()
 where course_plans.active and course_plans.price_amount > 0 and course_plans.deleted_at is null
   and exists (select from courses
                where courses.site_id = course_plans.site_id and courses.id = course_plans.course_id
                  and courses.course_type = 'free');
