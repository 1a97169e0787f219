import { createHmac } from 'node:crypto';
import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './journey.ts';
import { openAsMember, PASSWORD } from './new-member.ts';

// The browser logs rejected calls, such as those pending at sign-out.
test.beforeEach(({ expectedConsole }) => {
  expectedConsole.push(/Failed to load resource: .*(401|403|410)/);
});

const section = (page: Page) => page.getByRole('region', { name: 'Sign-in and security' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Adds a virtual authenticator whose user is always present and verified. */
const addAuthenticator = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
};

/** Opens the settings of a new member, and returns the email address. */
const openSettings = async (page: Page): Promise<string> => {
  const email = await openAsMember(page, '/settings');
  await expect(section(page)).toBeVisible();
  return email;
};

const signOut = async (page: Page): Promise<void> => {
  await button(page, 'Sign out everywhere').click();
  await button(page, 'Sign out of all').click();
  await expect(page).toHaveURL(/\/deals$/);
  await page.goto('/login?from=%2Fsettings');
};

const givePassword = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await button(page, 'Sign in').click();
};

/** The recovery codes, which are shown once. */
const keepCodes = async (page: Page): Promise<string[]> => {
  const codes = dialog(page, 'Recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const texts = await codes.getByRole('listitem').allTextContents();
  await button(page, 'I have saved them').click();
  return texts;
};

/** The current code of an authenticator app with this key (RFC 6238). */
const appCode = (key: string, time = Date.now()): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(key, (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const mac = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
};

/** Simulates a browser that offers passkeys by a button only. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', {
      value: () => Promise.resolve(false),
    });
  });

const addPasskey = async (page: Page, name: string): Promise<void> => {
  await button(page, 'Add a passkey').click();
  await expectAccessible(page);
  await page.getByLabel('Name of the passkey').fill(name);
  await button(page, 'Continue').click();
};

test('a passkey signs in without a password, finishes a sign-in, and is removed', async ({
  page,
}) => {
  await withoutAutofill(page);
  await addAuthenticator(page);
  const email = await openSettings(page);
  await addPasskey(page, 'Work laptop');
  const [code = ''] = await keepCodes(page);
  await expect(section(page).getByText('Work laptop')).toBeVisible();
  await expectAccessible(page);

  await signOut(page);
  await button(page, 'Sign in with a passkey').click();
  await expect(section(page).getByText('Last used')).toBeVisible();

  await signOut(page);
  await givePassword(page, email);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Use a passkey').click();
  await expect(section(page)).toBeVisible();

  // Without the device: a recovery code, by keyboard.
  await signOut(page);
  await givePassword(page, email);
  await button(page, 'Use a recovery code').click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type(`wrong-${code}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not correct or has already been used.')).toBeVisible();
  await page.getByLabel('Recovery code').fill(code);
  await page.keyboard.press('Enter');
  await expect(section(page).getByText('9 codes left')).toBeVisible();

  await button(page, 'Rename Work laptop').click();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await button(page, 'Save').click();
  await button(page, 'Remove Laptop').click();
  await expectAccessible(page);
  await button(page, 'Remove').click();
  await expect(button(page, 'Remove Laptop')).toHaveCount(0);

  await signOut(page);
  await givePassword(page, email);
  await expect(section(page)).toBeVisible();
});

test('a passkey is offered in the email field', async ({ page }) => {
  await addAuthenticator(page);
  await openSettings(page);
  await addPasskey(page, 'Phone');
  await keepCodes(page);
  await signOut(page);
  await expect(section(page).getByText('Last used')).toBeVisible();
});

test('an authenticator app is set up and required after the password', async ({ page }) => {
  await withoutAutofill(page);
  const email = await openSettings(page);
  await button(page, 'Add an app').click();
  await button(page, 'Continue').click();
  const setUp = dialog(page, 'Add an app');
  await expect(setUp.getByRole('img', { name: 'QR code with the key' })).toBeVisible();
  await expectAccessible(page);
  const key = (await setUp.locator('code').innerText()).replaceAll(' ', '');
  await expect(button(page, 'Copy the key')).toBeVisible();
  const open = setUp.getByRole('link', { name: 'Open in the app' });
  await expect(open).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${key}`));
  // This device has no such app.
  await open.click();
  await expect(setUp.getByText('No app opened')).toBeVisible();
  await page.getByLabel('Code that the app shows').fill(appCode(key));
  await button(page, 'Confirm').click();
  await keepCodes(page);

  await signOut(page);
  await givePassword(page, email);
  const code = page.getByLabel('Code from your app');
  await expect(code).toBeFocused();
  // The code that confirmed the app is used up, so the next one is used early.
  await code.fill(appCode(key, Date.now() + 30_000));
  await button(page, 'Continue').click();
  await expect(section(page).getByText('10 codes left')).toBeVisible();
  await button(page, 'Remove the app').click();
  await button(page, 'Remove').click();
  await expect(button(page, 'Add an app')).toBeVisible();
});
