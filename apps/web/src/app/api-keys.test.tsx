import { beforeEach, expect, test } from 'vitest';
import { network, type FakeResponse } from './testing/network.ts';
import { open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';

const PASSWORD = 'zebra-lamp-4217';
const SECRET = 'izg_secret';

let isRecent = true;

const keyOf = (body: string): Response => {
  const given: unknown = JSON.parse(body);
  if (typeof given !== 'object' || given === null || !('currentPassword' in given))
    return rejection(403, 'proof_required');
  const key = {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Robot',
    hint: 'izg_secr',
    scopes: ['deals:read'],
    createdAt: '2026-11-01T10:00:00Z',
    expiresAt: null,
    lastUsedAt: null,
  };
  return Response.json({ success: true, key, secret: SECRET });
};

/** A server with no keys, for which the sign-in has just ceased to be recent. */
const storing: FakeResponse = (request) => {
  const { pathname } = request.url;
  if (pathname === '/api/auth/factors')
    return Response.json({
      success: true,
      passkeys: [],
      totpSince: null,
      recoveryCodesLeft: 0,
      proofRequired: !isRecent,
      required: false,
    });
  if (pathname === '/api/auth/me/delete') return rejection(409, 'last_administrator');
  if (pathname !== '/api/keys') return serving(0)(request);
  if (request.method !== 'POST')
    return Response.json({ success: true, keys: [], scopes: ['deals:read'] });
  isRecent = false;
  return keyOf(network.asked.at(-1)?.body ?? 'null');
};

beforeEach(async () => {
  isRecent = true;
  await startAfresh(storing);
  signIn();
});

test('a key is made with the password once the sign-in is not recent', async () => {
  const screen = await open('/settings');
  await screen.getByRole('button', { name: 'Create a key' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Robot');
  const password = dialog.getByLabelText('Current password');
  expect(password.query()).toBeNull();
  const submit = dialog.getByRole('button', { name: 'Create' });
  await submit.click();
  await expect.element(dialog.getByText(/^Please enter/)).toBeVisible();
  await password.fill(PASSWORD);
  await submit.click();
  await expect.element(screen.getByText(SECRET)).toBeVisible();
});

const asked = () =>
  network.asked.filter(
    ({ url, method }) => url.pathname === '/api/auth/sessions' && method === 'DELETE',
  );

test('every device is signed out, and keys end, only after a question', async () => {
  const screen = await open('/settings');
  await screen.getByRole('button', { name: 'Sign out everywhere' }).click();
  const question = screen.getByRole('dialog', { name: 'Sign out of all devices?' });
  await expect.element(question.getByText(/API keys and channel hooks/)).toBeVisible();
  expect(asked()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Sign out everywhere' }).click();
  await question.getByRole('button', { name: 'Sign out of all' }).click();
  await expect.poll(asked).toHaveLength(1);
});

test('the last administrator reads why the account is not deleted', async () => {
  const screen = await open('/settings');
  await screen.getByRole('button', { name: 'Delete account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account permanently' }).click();
  await expect.element(dialog.getByText(/^You are the last administrator/)).toBeVisible();
});
