import { once } from 'node:events';
import { createServer } from 'node:net';
import { portOf } from './port-of.ts';

/** A recently free port, for a process that cannot choose one itself. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  return port;
};
