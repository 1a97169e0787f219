import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';

/** A network between a test and PostgreSQL that can drop everything without closing a connection. */
export interface BreakableNetwork {
  /** Reaches the database over this network. */
  readonly connectionString: string;
  /** Drops what the present connections carry from now on. */
  fallSilent(): void;
  close(): void;
}

export const openNetwork = async (
  connectionString: string,
  port = 0,
): Promise<BreakableNetwork> => {
  const target = new Client({ connectionString });
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
      sockets.add(from);
    }
  });
  await once(listener.listen(port, '127.0.0.1'), 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The network has no port');
  const through = new URL(`postgresql://127.0.0.1:${address.port}/${target.database}`);
  through.username = target.user ?? '';
  through.password = target.password ?? '';
  return {
    connectionString: through.href,
    fallSilent() {
      for (const socket of sockets) socket.pause().unpipe();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
};
