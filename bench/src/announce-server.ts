import type { Server } from 'node:http';
import { portOf } from '../../apps/server/test/port-of.ts';

/** Lets a server listen on a free port, tells it to `startProcess`, and ends the process at SIGTERM. */
export const announceServer = (server: Server): void => {
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`Ready: http://127.0.0.1:${portOf(server)}\n`),
  );
  process.once('SIGTERM', () => process.exit(0));
};
