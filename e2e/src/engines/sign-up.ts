import { randomInt } from 'node:crypto';
import { login, register } from '@izgodno/contract/accounts/calls';
import { newCredentials, storedSession } from '../new-member.ts';
import { the, type Visitor } from './visitor.ts';

/** Fills the form of the registration page, and returns the email address. */
export const fillRegistration = async (visitor: Visitor, name: string): Promise<string> => {
  const { email, password } = newCredentials();
  const form = the('main');
  await visitor.fill(the('textbox', /^Name/, form), name);
  await visitor.fill(the('textbox', /^Email/, form), email);
  await visitor.fill(the('textbox', /^Password/, form), password);
  await visitor.press(the('button', 'Create account', form));
  return email;
};

const randomIp = (): string => `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** Runs in the page, which gets the cookies: makes calls in order, and returns the last response. */
const callInOrder = async (
  calls: readonly (readonly [path: string, body: object])[],
  ip: string,
): Promise<string> => {
  let text = '';
  for (const [path, body] of calls) {
    // Limits count per IP address.
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': ip };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    text = await response.text();
  }
  return text;
};

/** Opens a page as a new member, signed in without the forms, which cost more time. */
export const openAsMember = async (visitor: Visitor, name: string, path: string): Promise<void> => {
  const credentials = newCredentials();
  // A small page of the product, where its storage is.
  await visitor.open('/robots.txt');
  const calls = [
    [register.path, { name, ...credentials }],
    [login.path, credentials],
  ] as const;
  const signedUp = await visitor.run(callInOrder, calls, randomIp());
  await visitor.run((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
    return '';
  }, storedSession(signedUp));
  await visitor.open(path);
};
