-- Runs once, on an empty volume. The site's role is not a superuser and owns only its database. The superuser, postgres, has no
-- password, so only commands inside the container can connect as it.
\getenv password POSTGRES_PASSWORD
CREATE ROLE summit LOGIN PASSWORD :'password';
CREATE DATABASE summit OWNER summit;
ALTER ROLE postgres PASSWORD NULL;
