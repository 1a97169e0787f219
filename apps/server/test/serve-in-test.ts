import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** Serves requests on a free port of this machine until the test ends. Returns the origin. */
export const serveInTest = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('The server has no port.');
  return `http://127.0.0.1:${bound.port}`;
};
