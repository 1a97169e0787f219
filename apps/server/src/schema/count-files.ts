import type { ClientBase } from 'pg';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import * as z from 'zod/mini';

const countedSchema = z.tuple([z.object({ files: z.int() })]);

/** The number of files whose bytes the store must have. */
export const countFiles = async (client: ClientBase): Promise<number> => {
  const { rows } = await client.query(
    `SELECT count(*)::integer AS files FROM files WHERE status = 'ready'`,
  );
  return expectShape(countedSchema, rows)[0].files;
};
