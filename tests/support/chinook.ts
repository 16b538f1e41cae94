/**
 * The tables of the sample database Chinook (https://github.com/lerocha/chinook-database, MIT licence, copyright Luis
 * Rocha), with rows of our own.
 */
export const chinook = `
create table artist (artist_id int primary key, name varchar(120));
create table album (album_id int primary key, title varchar(160) not null, artist_id int not null references artist);
create table employee (employee_id int primary key, last_name varchar(20) not null, first_name varchar(20) not null, title varchar(30),
  reports_to int references employee, birth_date timestamp, hire_date timestamp, address varchar(70), city varchar(40), state varchar(40),
  country varchar(40), postal_code varchar(10), phone varchar(24), fax varchar(24), email varchar(60));
create table customer (customer_id int primary key, first_name varchar(40) not null, last_name varchar(20) not null, company varchar(80),
  address varchar(70), city varchar(40), state varchar(40), country varchar(40), postal_code varchar(10), phone varchar(24), fax varchar(24),
  email varchar(60) not null, support_rep_id int references employee);
create table genre (genre_id int primary key, name varchar(120));
create table invoice (invoice_id int primary key, customer_id int not null references customer, invoice_date timestamp not null,
  billing_address varchar(70), billing_city varchar(40), billing_state varchar(40), billing_country varchar(40), billing_postal_code varchar(10),
  total numeric(10,2) not null);
create table media_type (media_type_id int primary key, name varchar(120));
create table playlist (playlist_id int primary key, name varchar(120));
create table track (track_id int primary key, name varchar(200) not null, album_id int references album, media_type_id int not null references media_type,
  genre_id int references genre, composer varchar(220), milliseconds int not null, bytes int, unit_price numeric(10,2) not null);
create table invoice_line (invoice_line_id int primary key, invoice_id int not null references invoice, track_id int not null references track,
  unit_price numeric(10,2) not null, quantity int not null);
create table playlist_track (playlist_id int references playlist, track_id int references track, primary key (playlist_id, track_id));
insert into artist select n, 'Artist ' || n from generate_series(1, 12) n;
insert into album select n, 'Album ' || n, n from generate_series(1, 12) n;
insert into genre values (1, 'Rock'), (2, 'Jazz');
insert into media_type values (1, 'MPEG'), (2, 'AAC');
insert into track select n, 'Track ' || n, n % 12 + 1, n % 2 + 1, n % 2 + 1, null, 200000 + n, n * 1000, 0.99 from generate_series(1, 60) n;
insert into employee (employee_id, last_name, first_name, title) values (1, 'Adams', 'Andrew', 'General Manager'), (2, 'Edwards', 'Nancy', 'Sales Manager');
insert into customer (customer_id, first_name, last_name, email, country, support_rep_id)
  select n, 'First ' || n, 'Last ' || n, n || '@example.com', (array['Brazil', 'Canada', 'Germany'])[n % 3 + 1], n % 2 + 1 from generate_series(1, 30) n;
insert into invoice (invoice_id, customer_id, invoice_date, total) select n, n % 30 + 1, '2026-01-01 08:00', n + 0.5 from generate_series(1, 40) n;
analyze;`
