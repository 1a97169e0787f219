import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder } from '../../../../scripts/clean-up.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { administer, withDatabase } from '../with-database.ts';
import { startNode, type NodeProcess } from './node-process.ts';

export interface TogetherOptions {
  readonly times: number;
  readonly nodes: number;
  readonly say: (line: string) => void;
}

/** Starts nodes at once on an empty database, this many times; each must serve, without an error. */
export const startTogether = async ({ times, nodes, say }: TogetherOptions) => {
  const folder = await makeTemporaryFolder('izgodno-together-');
  const postgres = await startEmbeddedPostgres({
    directory: path.join(folder, 'postgres'),
    settings: { fsync: 'off', max_connections: '200' },
  });
  const errors: string[] = [];
  let started: readonly NodeProcess[] = [];
  // Ends by one signal and leaves nothing behind.
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    for (const { process: child } of started) child.kill('SIGTERM');
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  let time = 0;
  try {
    while (time < times && !stopping.signal.aborted) {
      time += 1;
      const name = `together_${time}`;
      await administer(
        postgres.adminConnectionString,
        `CREATE DATABASE ${name} TEMPLATE template0`,
      );
      const connectionString = withDatabase(postgres.adminConnectionString, name);
      started = Array.from({ length: nodes }, (_, node) =>
        startNode({
          environment: {
            PORT: '0',
            DATA_DIR: path.join(folder, `${name}-${node}`),
            DATABASE_URL: connectionString,
            DRAIN_SECONDS: '0',
          },
        }),
      );
      const ready = await Promise.all(started.map(({ isReady }) => isReady));
      for (const node of started) await node.end();
      for (const [node, isReady] of ready.entries()) {
        const output = started[node]?.output() ?? '';
        if (stopping.signal.aborted) break;
        if (!isReady || /"level":(?:40|50|60)/.test(output))
          errors.push(`start ${time}, node ${node + 1}: ${output}`);
      }
      await administer(postgres.adminConnectionString, `DROP DATABASE ${name} WITH (FORCE)`);
      say(`${time} of ${times} starts, ${errors.length} errors`);
    }
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { starts: time, nodes, errors };
};
