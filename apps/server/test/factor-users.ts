import { createHmac } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Call } from '@izgodno/contract/common/call';
import * as factorCalls from '@izgodno/contract/accounts/factor-calls';
import * as calls from '@izgodno/contract/accounts/calls';
import type { SecondStep } from '@izgodno/contract/accounts/second-factor';
import type { UsersApp } from './users-app.ts';
import { somebody, type User, type SendOptions } from './session-app.ts';
import { createSoftAuthenticator, type SoftAuthenticator } from './soft-authenticator.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an app with this secret (base32) shows at a time. */
export const appCode = (secret: string, time: number): string => {
  const bits = Array.from(secret, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
};

export interface FactorUser extends User {
  readonly token: string;
  readonly id: string;
  readonly send: (call: Call, options?: SendOptions) => ReturnType<UsersApp['send']>;
  readonly ask: <Response extends Call['response']>(
    call: Call & { readonly response: Response },
    options?: SendOptions,
  ) => Promise<z.output<Response>>;
  readonly rejection: (call: Call, options?: SendOptions) => Promise<string>;
  /** Adds a passkey; returns it with the new recovery codes. */
  readonly addPasskey: (
    authenticator?: SoftAuthenticator,
  ) => Promise<{ id: string; authenticator: SoftAuthenticator; recoveryCodes: string[] | null }>;
  /** Sets an app up; returns its secret and the recovery codes. */
  readonly addApp: () => Promise<{ secret: string; recoveryCodes: string[] | null }>;
  /** Gives the password alone; returns the second step. */
  readonly begin: () => Promise<SecondStep>;
}

let networks = 0;

/** A signed-in user in a network of their own. */
export const createFactorUser = async (users: UsersApp): Promise<FactorUser> => {
  const person = somebody();
  networks += 1;
  const ip = `10.7.${networks >> 8}.${networks & 255}`;
  await users.ask(calls.register, { body: person, ip });
  const tokens = await users.login(person, { ip });
  const { accessToken: token, user } = tokens;
  const withOwn = (options: SendOptions = {}): SendOptions => ({ token, ip, ...options });

  return {
    ...person,
    token,
    id: user.id,
    send: (call, options) => users.send(call, withOwn(options)),
    ask: (call, options) => users.ask(call, withOwn(options)),
    rejection: async (call, options) => (await users.rejection(call, withOwn(options))).code,
    async addPasskey(authenticator = createSoftAuthenticator()) {
      const { options } = await users.ask(factorCalls.askToAddPasskey, withOwn({ body: {} }));
      const { passkey, recoveryCodes } = await users.ask(
        factorCalls.addPasskey,
        withOwn({ body: { name: 'Телефон', created: authenticator.create(options) } }),
      );
      return { id: passkey.id, authenticator, recoveryCodes };
    },
    async addApp() {
      const { secret } = await users.ask(factorCalls.setUpTotp, withOwn({ body: {} }));
      const body = { code: appCode(secret, users.time) };
      const { recoveryCodes } = await users.ask(factorCalls.confirmTotp, withOwn({ body }));
      return { secret, recoveryCodes };
    },
    async begin() {
      const { email, password } = person;
      const response = await users.ask(calls.login, { ip, body: { email, password } });
      if (!('secondStep' in response)) throw new Error('The password sufficed.');
      return response.secondStep;
    },
  };
};
