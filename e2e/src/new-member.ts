import { randomUUID } from 'node:crypto';
import { login, register, signedInSchema } from '@izgodno/contract/accounts/calls';
import { parseJson } from '@izgodno/contract/common/parse-json';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import type { Page } from '@playwright/test';
import { sessionOf, writeSession } from '../../apps/web/src/core/session/stored-session.ts';

export const PASSWORD = 'trotting otter lamp 9';

export const newCredentials = () => ({ email: `${randomUUID()}@example.com`, password: PASSWORD });

/** What the application keeps in the browser's storage after a sign-in, by the text of its response. */
export const storedSession = (response: string): [key: string, value: string][] => {
  const stored = new Map<string, string>();
  writeSession(
    {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    sessionOf(expectShape(signedInSchema, parseJson(response)), Date.now()),
  );
  return [...stored];
};

/**
 * Opens a page as a new member, signed in without the forms, which take more time, and returns the
 * email address. The product is the shared one unless an origin is given.
 */
export const openAsMember = async (
  page: Page,
  path: string,
  { name = 'Mila Petrova', origin = '' } = {},
): Promise<string> => {
  const credentials = newCredentials();
  await page.request.post(origin + register.path, { data: { name, ...credentials } });
  const response = await page.request.post(origin + login.path, { data: credentials });
  // A small page of the product, where its storage is.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    storedSession(await response.text()),
  );
  await page.goto(origin + path);
  return credentials.email;
};
