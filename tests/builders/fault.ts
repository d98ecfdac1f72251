// Faults of the database.
import { sql } from "drizzle-orm";
import { connect, type Queries } from "#server/platform/database/connect.ts";

/** From now on every statement that names the table fails. */
export async function hideTable(db: Queries, table: string): Promise<void> {
  await db.execute(sql.raw(`alter table ${table} rename to ${table}_out_of_reach`));
}

/** Refuses rows for which this does not hold, until the returned function is called. */
export async function refuseRows(
  db: Queries,
  table: string,
  unless: string,
): Promise<() => Promise<void>> {
  await db.execute(
    sql.raw(`alter table ${table} add constraint refused check (${unless}) not valid`),
  );
  return async () => {
    await db.execute(sql.raw(`alter table ${table} drop constraint refused`));
  };
}

/** PostgreSQL raises this error for the next rows of the table. */
export async function raiseOnInsert(
  db: Queries,
  table: string,
  { times, code }: { times: number; code: string },
): Promise<void> {
  await db.execute(
    sql.raw(`
    create sequence raised;
    create function raise_error() returns trigger language plpgsql as $$
    begin
      if nextval('raised') <= ${times} then raise 'planted' using errcode = '${code}'; end if;
      return new;
    end $$;
    create trigger raises before insert on ${table} for each row execute function raise_error();`),
  );
}

/** PostgreSQL ends the other connections to this database that have this name. */
export async function endConnections(db: Queries, name: string): Promise<void> {
  await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name}
      and pid <> pg_backend_pid()`);
}

/** PostgreSQL refuses to write as it does on a full disk, until the returned function is called. */
export async function fillDisk(databaseUrl: string): Promise<() => Promise<void>> {
  const url = new URL(databaseUrl);
  const name = sql.raw(url.pathname.slice(1));
  url.username = "postgres";
  const change = async (how: string) => {
    const { db, close } = connect(url.href, { most: 1 });
    await db.execute(sql`alter database ${name} ${sql.raw(how)}`);
    // It holds for new connections.
    await endConnections(db, "shop");
    await close();
  };
  await change("set temp_file_limit = '100kB'");
  return () => change("reset temp_file_limit");
}
