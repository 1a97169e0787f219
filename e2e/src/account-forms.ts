import type { Page } from '@playwright/test';
import { newCredentials, PASSWORD } from './new-member.ts';

/** Fills in and sends the open form that creates an account. Returns the email address. */
export const fillRegistration = async (
  page: Page,
  name: string,
  { email, password } = newCredentials(),
): Promise<string> => {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  return email;
};

/** Fills in and sends the open form that signs a user in. */
export const fillSignIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Signs the user out by the menu of the account. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page
    .getByRole('menuitem', { name: 'Log Out' })
    .or(page.getByRole('button', { name: 'Log Out' }))
    .first()
    .click();
};
