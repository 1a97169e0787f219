import { createUuidV7 } from '#platform/uuid.ts';
import type { SoftAuthenticator } from '../soft-authenticator.ts';

/** The input of a call, and who makes it. */
export interface Given {
  /** Absent for the user that the call's access asks for: `owner`, `moderator` or `admin`. */
  readonly as?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What the steps so far have made. */
export interface Things {
  /** The id of a user or of something that a step made, or another field: `deal`, `login.accessToken`. */
  (name: string): string;
  /** The token in the last mail to an address. */
  mailed(): string;
  /** The code of the authenticator app with this secret. */
  code(secret: string, afterMs?: number): string;
  readonly passkey: SoftAuthenticator;
  readonly now: number;
}

/** One call: its name, its input, and the field of its response to remember, by the name that it gets. */
export type Step = readonly [
  name: string,
  given?: ((things: Things) => Given) | undefined,
  kept?: Readonly<Record<string, string>>,
];

export const PASSWORD = 'zebra-lamp-4217';
export const OTHER_PASSWORD = 'copper-tree-9051';
export const reason = 'Правилата не го допускат';
export const note = 'Вижте сами';
export const uuid = (): string => createUuidV7(Date.now());
export const price = { amount: 10_00, currency: 'EUR' };
export const post = { title: 'Планински велосипед', price, category: 'sports' };
/** A step on things in its path; `=` precedes a value itself. */
export const on =
  (params: Readonly<Record<string, string>>, body?: unknown, as?: string) =>
  (things: Things): Given => ({
    params: Object.fromEntries(
      Object.entries(params).map(([name, thing]) => [
        name,
        thing.startsWith('=') ? thing.slice(1) : things(thing),
      ]),
    ),
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
  });
/** A message in a channel. */
export const say =
  (channelId: string, as = 'owner', more: object = {}) =>
  (things: Things): Given => ({
    as,
    body: {
      channelId: things(channelId),
      clientId: uuid(),
      text: 'Здравейте, продава ли се?',
      ...more,
    },
  });
/** A step with a body alone. */
export const body = (value: unknown, as?: string) => (): Given => ({
  body: value,
  ...(as === undefined ? {} : { as }),
});
