import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { portOf } from '../../../apps/server/test/port-of.ts';

interface SlowUplink {
  readonly url: string;
  /** Lets everything through from now on. */
  release(): void;
  close(): Promise<void>;
}

/**
 * Passes connections on to a server, but of each only so many bytes of what the browser sends, until
 * it is released. So an upload stops at a known place, in any engine.
 */
export const startSlowUplink = async (target: string, bytesOfEach: number): Promise<SlowUplink> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  let isReleased = false;
  const server = createServer((browser) => {
    const product = connect(Number(port), hostname);
    for (const socket of [browser, product]) {
      sockets.add(socket);
      // Either side may reset the connection.
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        held.delete(socket);
        browser.destroy();
        product.destroy();
      });
    }
    product.pipe(browser);
    let sent = 0;
    browser.on('data', (data) => {
      sent += data.length;
      product.write(data);
      if (isReleased || sent < bytesOfEach) return;
      browser.pause();
      held.add(browser);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${portOf(server)}`,
    release() {
      isReleased = true;
      for (const socket of held) socket.resume();
      held.clear();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
