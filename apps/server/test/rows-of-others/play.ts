import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isRepeatable, type Call } from '@izgodno/contract/common/call';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { createSoftAuthenticator } from '../soft-authenticator.ts';
import { appCode } from '../factor-users.ts';
import type { Given, Things } from './steps.ts';

/** The field of a value that a path of keys leads to, as text; undefined if there is none. */
const fieldOf = (value: unknown, path: string): string | undefined => {
  let found = value;
  for (const key of path.split('.'))
    found =
      z.looseObject({}).safeParse(found).data?.[key] ??
      z.array(z.unknown()).safeParse(found).data?.[Number(key)];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
};

/** What the parameters of a path mean, if the input does not say it. */
const thingOf = (path: string, name: string): string => {
  if (name === 'channelId') return 'channel';
  if (name === 'userId') return 'other';
  if (name !== 'id') return name;
  const [, , feature = ''] = path.split('/');
  return (
    {
      deals: 'deal',
      channels: 'channel',
      message: 'message',
      users: 'owner',
      sources: 'source',
      webhooks: 'webhook',
    }[feature] ?? feature
  );
};

export interface World {
  readonly things: Things;
  readonly set: (name: string, value: string) => void;
}

export const createThings = (
  given: Readonly<Record<string, string>>,
  mailed: () => string,
): World => {
  const known = new Map(Object.entries(given));
  const find = (name: string): string => known.get(name) ?? `no-${name}`;
  const now = Date.now();
  return {
    set: (name, value) => void known.set(name, value),
    things: Object.assign(find, {
      mailed,
      now,
      passkey: createSoftAuthenticator(),
      code: (secret: string, afterMs = 0) => appCode(secret, Date.now() + afterMs),
    }),
  };
};

const bearerOf = ({ access }: Call, { as }: Given): string =>
  as ?? (access === 'moderator' || access === 'admin' ? access : 'owner');

let networks = 0;
/** Another network each time, so that no limit of one is reached. */
const nextNetwork = (): string => {
  networks += 1;
  return `11.${networks >> 8}.${networks & 255}.1`;
};

/** Makes a call; returns its status and response. */
export const play = async (
  app: FastifyInstance,
  call: Call,
  { things, set }: World,
  given: Given,
  kept: Readonly<Record<string, string>> = {},
  key: string = crypto.randomUUID(),
) => {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(given.params?.[name] ?? things(thingOf(call.path, name))),
  );
  const response = await app.inject({
    method: call.method,
    url: path,
    remoteAddress: nextNetwork(),
    headers: {
      ...(isRepeatable(call) ? { 'idempotency-key': key } : {}),
      authorization: `Bearer ${things(`${bearerOf(call, given)}-token`)}`,
      ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(given.query === undefined ? {} : { query: { ...given.query } }),
    ...(given.body === undefined ? {} : { payload: JSON.stringify(given.body) }),
  });
  const answer = parseJson(response.body);
  for (const [name, field] of Object.entries(kept)) {
    const value = fieldOf(answer, field);
    if (value !== undefined) set(name, value);
  }
  return { status: response.statusCode, body: response.body };
};
