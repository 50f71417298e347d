-- A program that a user let in (OAuth): a session of the user's own that this program alone holds tokens of. Whatever ends the session ends the grant.
create table oauth_grant (
  session uuid primary key references session (id) on delete cascade,
  client_name text not null,
  -- SHA-256 of the client's id, which holds its name and redirect addresses and is signed here.
  client_hash text not null,
  redirect_uri text not null,
  resource text not null,
  scopes text[] not null,
  -- SHA-256 of the authorization code. It is good once: a session that was opened by it is not opened again.
  code_hash text not null unique,
  code_challenge text not null,
  code_expires_at timestamptz not null
);
