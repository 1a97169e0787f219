import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ChangedRelease {
  readonly url: string;
  /** From now on browsers find a new version of the service worker. */
  release(): void;
  close(): Promise<void>;
}

const isInternet = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

/** Starts a proxy in front of a product, to simulate a new version of it. */
export const startBefore = async (productUrl: string): Promise<ChangedRelease> => {
  let suffix = '';
  const responseWorker = async (url: URL, answered: ServerResponse): Promise<void> => {
    const worker = await fetch(url);
    const headers = { 'content-type': 'text/javascript', 'cache-control': 'no-cache' };
    answered.writeHead(worker.status, headers).end((await worker.text()) + suffix);
  };
  const server = createServer((asked, answered) => {
    const url = new URL(asked.url ?? '/', productUrl);
    if (url.pathname === '/service-worker.js') {
      responseWorker(url, answered).catch(() => answered.destroy());
      return;
    }
    const { method, headers } = asked;
    const passed = request(url, { method, headers }, (response) => {
      answered.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answered);
    });
    passed.on('error', () => answered.destroy());
    asked.pipe(passed);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  if (!isInternet(address)) throw new Error('The server does not listen');
  return {
    url: `http://localhost:${address.port}`,
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
