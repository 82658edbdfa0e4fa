-- A file knows where it is shown: also by the picture that others show of a page.
create index courses_by_seo_image on courses (site_id, (seo ->> 'imageFileId')) where seo ->> 'imageFileId' is not null;
create index posts_by_seo_image on posts (site_id, (seo ->> 'imageFileId')) where seo ->> 'imageFileId' is not null;
create index pages_by_seo_image on pages (site_id, (seo ->> 'imageFileId')) where seo ->> 'imageFileId' is not null;
