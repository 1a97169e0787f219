import { Client } from 'pg';

/** The same server, another database. */
export const withDatabase = (connectionString: string, name: string): string => {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
};

/** Runs one statement on a connection of its own. */
export const administer = async (connectionString: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
