import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { portOf } from './port-of.ts';

/** A network between a test and PostgreSQL that can drop everything without closing a connection. */
export interface BreakableNetwork {
  /** Reaches the database over this network. */
  readonly connectionString: string;
  /** Drops what the present connections carry from now on. */
  fallSilent(): void;
  /**
   * Ends all connections when clients have sent this many more pieces, of which the last one arrives
   * without a response, and rejects further connections for `awayMs`.
   */
  breakAfter(pieces: number, awayMs: number): void;
  /** The pieces that clients have sent so far. */
  sent(): number;
  close(): void;
}

export const openNetwork = async (
  connectionString: string,
  port = 0,
): Promise<BreakableNetwork> => {
  const target = new Client({ connectionString });
  const sockets = new Set<Socket>();
  let sent = 0;
  let breaksAt = Number.POSITIVE_INFINITY;
  let awayMs = 0;
  let backAt = 0;
  const count = (): void => {
    sent += 1;
    if (sent < breaksAt) return;
    breaksAt = Number.POSITIVE_INFINITY;
    backAt = Date.now() + awayMs;
    // The server gets this piece first.
    setImmediate(() => {
      for (const socket of sockets) socket.destroy();
    });
  };
  const listener = createServer((client) => {
    client.on('error', () => {});
    if (Date.now() < backAt) {
      client.destroy();
      return;
    }
    const server = target.host.startsWith('/')
      ? connect(`${target.host}/.s.PGSQL.${target.port}`)
      : connect(target.port, target.host);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
      });
      from.pipe(to);
      sockets.add(from);
    }
    client.on('data', count);
  });
  await once(listener.listen(port, '127.0.0.1'), 'listening');
  const through = new URL(`postgresql://127.0.0.1:${portOf(listener)}/${target.database}`);
  through.username = target.user ?? '';
  through.password = target.password ?? '';
  return {
    connectionString: through.href,
    fallSilent() {
      for (const socket of sockets) socket.pause().unpipe();
    },
    breakAfter(pieces, ms) {
      breaksAt = sent + pieces;
      awayMs = ms;
    },
    sent: () => sent,
    close() {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
};
