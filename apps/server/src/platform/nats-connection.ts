import { setImmediate } from 'node:timers/promises';
import {
  PermissionViolationError,
  type NatsConnection,
  type NodeConnectionOptions,
} from '@nats-io/transport-node';
import { percentDecoded } from '#config/percent-decoded.ts';
import { ALL_SCOPES, subjectOf } from './nats-scopes.ts';

/**
 * The client's options for these URLs, of which it reads host and port only itself. It signs in to every
 * server as the first user that a URL names, because servers also tell it of others that no URL names.
 */
export const natsOptions = (
  urls: readonly string[],
): Pick<NodeConnectionOptions, 'servers' | 'user' | 'pass' | 'token' | 'tls'> => {
  const servers = urls.map((url) => new URL(url));
  const { username = '', password = '' } = servers.find((url) => url.username !== '') ?? {};
  const name = percentDecoded(username);
  return {
    servers: servers.map(({ host }) => host),
    ...(password === '' ? {} : { user: name, pass: percentDecoded(password) }),
    ...(password === '' && name !== '' ? { token: name } : {}),
    // Without this option, a server that offers no TLS would be used unencrypted.
    ...(servers.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
  };
};

/** Rejects once a server rejects a subject to this user; resolves when the connection is closed. */
export const whenRejected = async (connection: NatsConnection): Promise<void> => {
  for await (const status of connection.status())
    if (status.type === 'error' && status.error instanceof PermissionViolationError)
      throw status.error;
};

const noCallback = { callback: () => {} } as const;

/** Uses the subjects that nodes use, so that a server rejects them now and not later. */
export const trySubjects = async (connection: NatsConnection): Promise<void> => {
  for (const subject of [subjectOf('>'), ALL_SCOPES])
    connection.subscribe(subject, noCallback).unsubscribe();
  for (const subject of [subjectOf('probe'), subjectOf('probe', 'probe-0')])
    connection.publish(subject);
  await connection.flush();
  // A rejection that came before the response is read in a later microtask.
  await setImmediate();
};
