import { randomUUID } from 'node:crypto';
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

/** Signs up on the way to a page that asks for it. */
export const signUp = async (visitor: Visitor, name: string, path: string): Promise<void> => {
  await visitor.open(`/register?from=${encodeURIComponent(path)}`);
  await fillRegistration(visitor, name);
};
