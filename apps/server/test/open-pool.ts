import { Pool } from 'pg';

/**
 * A pool of two connections, which may be lost: an ended pool does not wait for its connections to
 * close, so the database may stop before they have, and without a listener that ends the process.
 */
export const openPool = (connectionString: string): Pool => {
  const pool = new Pool({ connectionString, max: 2 });
  pool.on('connect', (client) => void client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
};
