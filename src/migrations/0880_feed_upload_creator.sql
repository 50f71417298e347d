-- Whoever uploaded a file is told how far it is: their newest ones are looked up every few seconds.
create index feed_upload_creator on feed_upload (created_by, id desc);
