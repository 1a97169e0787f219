import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf } from './port-of.ts';

/** Serves requests on a free port of this machine until the test ends. Returns the origin. */
export const serveInTest = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
};
