/** Uses a database once, and closes it. Throws where the browser forbids storage. */
export const withDatabase = async <Database extends { close(): void }, Result>(
  opening: Promise<Database>,
  use: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = await opening;
  try {
    return await use(database);
  } finally {
    database.close();
  }
};
