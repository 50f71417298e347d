-- The e-mail address of one of an affiliate's people is unique in its company and no longer everywhere: the sign-in tells them apart by the password.
drop index if exists affiliate_user_email_key;
create index if not exists affiliate_user_email on affiliate_user (email);
