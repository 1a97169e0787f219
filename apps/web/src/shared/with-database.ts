/** Uses a database once, and closes it. Rejects where the browser forbids storage, even if `open` throws. */
export const withDatabase = async <Database extends { close(): void }, Result>(
  open: () => Promise<Database>,
  use: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = await open();
  try {
    return await use(database);
  } finally {
    database.close();
  }
};
