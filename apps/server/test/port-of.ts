import type { AddressInfo } from 'node:net';

/** The port that a server listens on. Throws if it listens on none. */
export const portOf = (server: { address(): AddressInfo | string | null }): number => {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server has no port.');
  return bound.port;
};
