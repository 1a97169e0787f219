import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '@izgodno/server/platform/embedded-postgres/embedded-postgres.ts';
import { startProcess, type ProductProcess } from '../product-process.ts';
import { makeTemporaryFolder } from '../../../scripts/clean-up.ts';

export interface ChatProduct {
  readonly product: ProductProcess;
  readonly pool: Pool;
  /** As superuser. */
  readonly admin: Pool;
  readonly connectionString: string;
}

/** Runs `work` with a product on an empty database of its own, and removes both. */
export const withChatProduct = async <Result>(
  work: (product: ChatProduct) => Promise<Result>,
): Promise<Result> => {
  const directory = await makeTemporaryFolder('izgodno-bench-chat-');
  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  const { connectionString } = postgres;
  const pool = new Pool({ connectionString, max: 2 });
  const admin = new Pool({ connectionString: postgres.adminConnectionString, max: 1 });
  let product: ProductProcess | null = null;
  try {
    product = await startProcess('apps/server/src/app/serve.ts', {
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO_DATA: 'off',
      DATA_DIR: path.join(directory, 'data'),
      DATABASE_URL: connectionString,
    });
    return await work({ product, pool, admin, connectionString });
  } finally {
    await product?.stop();
    await pool.end();
    await admin.end();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
};
