import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { portOf } from '../../apps/server/test/port-of.ts';

export interface ChangedRelease {
  readonly url: string;
  /** From now on browsers find a new version of the service worker. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a product, to simulate a new version of it. */
export const startBefore = async (productUrl: string): Promise<ChangedRelease> => {
  let suffix = '';
  const responseWorker = async (url: URL, outgoing: ServerResponse): Promise<void> => {
    const worker = await fetch(url);
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' };
    outgoing.writeHead(worker.status, headers).end((await worker.text()) + suffix);
  };
  const server = createServer((asked, outgoing) => {
    const url = new URL(asked.url ?? '/', productUrl);
    if (url.pathname === '/service-worker.js') {
      responseWorker(url, outgoing).catch(() => outgoing.destroy());
      return;
    }
    const { method, headers } = asked;
    const passed = request(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    asked.pipe(passed);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${portOf(server)}`,
    release: () => {
      suffix = '\n// The next version.';
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
