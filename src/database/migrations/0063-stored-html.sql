-- HTML of texts inside of json is stored in a separate column, in the order of the texts.
alter table pages add column block_html text[];
alter table appearances add column home_section_html text[];
alter table membership_plans add column faq_html text[];
alter table forms add column description_html text;

-- Existing rows are rendered by a job.
update membership_plans set faq_html = '{}' where faq = '[]';
update forms set description_html = '' where description_markdown = '';
create index pages_without_html on pages (site_id, id) where block_html is null and blocks is not null;
create index appearances_without_html on appearances (site_id)
  where home_section_html is null and home_sections is not null;
create index membership_plans_without_html on membership_plans (site_id, id) where faq_html is null;
create index forms_without_html on forms (site_id, id) where description_html is null;
create index lectures_without_html on lectures (site_id, id) where body_html is null and body_markdown is not null;
