import { login, register, signedInSchema } from '@izgodno/contract/accounts/calls';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { randomInt, randomUUID } from 'node:crypto';
import { sessionOf, writeSession } from '../../../apps/web/src/core/session/stored-session.ts';
import { the, type Visitor } from './visitor.ts';

export const PASSWORD = 'trotting otter lamp 9';

/** Fills the form of the registration page, and returns the email address. */
export const fillRegistration = async (visitor: Visitor, name: string): Promise<string> => {
  const email = `${randomUUID()}@example.com`;
  const form = the('main');
  await visitor.fill(the('textbox', /^Name/, form), name);
  await visitor.fill(the('textbox', /^Email/, form), email);
  await visitor.fill(the('textbox', /^Password/, form), PASSWORD);
  await visitor.press(the('button', 'Create account', form));
  return email;
};

const randomIp = (): string => `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** Runs in the page, which gets the cookies: makes calls in order, and returns the last response. */
const callInOrder = async (
  calls: readonly (readonly [path: string, body: object])[],
  address: string,
): Promise<string> => {
  let text = '';
  for (const [path, body] of calls) {
    // Limits count per IP address.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    text = await response.text();
  }
  return text;
};

/** Opens a page as a new member, signed in without the forms, which cost more time. */
export const openAsMember = async (visitor: Visitor, name: string, path: string): Promise<void> => {
  const credentials = { email: `${randomUUID()}@example.com`, password: PASSWORD };
  // A small page of the product, where its storage is.
  await visitor.open('/robots.txt');
  const calls = [
    [register.path, { name, ...credentials }],
    [login.path, credentials],
  ] as const;
  const answer = await visitor.run(callInOrder, calls, randomIp());
  const tokens = expectShape(signedInSchema, parseJson(answer));
  const stored = new Map<string, string>();
  writeSession(
    {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    sessionOf(tokens, Date.now()),
  );
  await visitor.run(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
      return '';
    },
    [...stored],
  );
  await visitor.open(path);
};
