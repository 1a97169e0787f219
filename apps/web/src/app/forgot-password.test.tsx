import {
  confirmAdministrator,
  confirmNewEmail,
  makeFirstAdministrator,
  undoEmailChange,
} from '@izgodno/contract/accounts/email-calls';
import { beforeEach, expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { chooseLanguage } from '#core/language/language.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { network } from './testing/network.ts';
import { open, rejection, signIn, startAfresh, url } from './testing/served-app.tsx';

const EMAIL = 'mila@izgodno.example';

/** A server that can or cannot send mail, and knows one link. */
const mailing =
  (passwordReset: boolean): typeof network.response =>
  ({ url, method }) => {
    if (url.pathname === '/api/auth/options')
      return Response.json({ success: true, passwordReset });
    if (url.pathname === '/api/auth/me') return Response.json({ success: true, user: mila });
    if (method !== 'POST') return rejection(404, 'not_found');
    const body: unknown = JSON.parse(network.asked.at(-1)?.body ?? '{}');
    const isOld =
      typeof body === 'object' && body !== null && 'token' in body && body.token === 'old';
    return isOld ? rejection(410, 'mail_link_invalid') : Response.json({ success: true });
  };

const sentTo = (path: string): unknown =>
  JSON.parse(network.asked.findLast(({ url }) => url.pathname === path)?.body ?? 'null');

/** The sentence replaces the form, with the button that had the focus. */
const expectFocusOn = async (sentence: Locator): Promise<void> => {
  await expect.element(sentence).toBeVisible();
  await expect.element(sentence).toHaveFocus();
};

beforeEach(async () => {
  await startAfresh(mailing(true));
});

test('a link is requested from the sign-in page', async () => {
  const screen = await open('/login');
  await screen.getByRole('link', { name: 'Forgot your password?' }).click();
  await screen.getByRole('button', { name: 'Send the link' }).click();
  await expect.element(screen.getByText(/^Enter an email address/)).toBeVisible();
  const email = screen.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toHaveAttribute('autocomplete', 'username');
  await email.fill(EMAIL);
  const failing = Promise.withResolvers<Response>();
  network.response = () => failing.promise;
  await screen.getByRole('button', { name: 'Send the link' }).click();
  await expect.element(screen.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  failing.resolve(rejection(503, 'database_unavailable'));
  await expect.element(screen.getByRole('alert')).toBeVisible();
  network.response = mailing(true);
  await screen.getByRole('button', { name: 'Send the link' }).click();
  await expectFocusOn(screen.getByText(/^If there is an account with this address/));
  expect(sentTo('/api/auth/forgot-password')).toEqual({ email: EMAIL });
});

test('the sign-in page offers no link if the server cannot send mail', async () => {
  network.response = mailing(false);
  const screen = await open('/login');
  await expect.element(screen.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect
    .poll(() => network.asked.some(({ url }) => url.pathname === '/api/auth/options'))
    .toBe(true);
  expect(screen.getByText('Forgot your password?').query()).toBeNull();
});

test('a mailed link leads to a new password, and says when it has expired', async () => {
  const screen = await open('/reset-password#old');

  await screen.getByLabelText('New password').fill('quite-another-9134');
  await screen.getByRole('button', { name: 'Save the password' }).click();
  await expect.element(screen.getByText(/has expired/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Send me another link' })).toBeVisible();
  await screen.unmount();

  const again = await open('/reset-password#fresh');
  await again.getByLabelText('New password').fill('quite-another-9134');
  await again.getByRole('button', { name: 'Save the password' }).click();
  await expectFocusOn(again.getByText(/^Your password has been changed/));
  await expect.element(again.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(sentTo('/api/auth/reset-password')).toEqual({
    token: 'fresh',
    password: 'quite-another-9134',
  });
});

test('another link opened in the same tab starts the page again', async () => {
  const screen = await open('/reset-password#old');
  const password = screen.getByLabelText('New password');
  await password.fill('quite-another-9134');
  await screen.getByRole('button', { name: 'Save the password' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  location.hash = 'fresh';
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  await password.fill('quite-another-9134');
  await screen.getByRole('button', { name: 'Save the password' }).click();
  await expectFocusOn(screen.getByText(/^Your password has been changed/));
});

test('no link on the page takes the place of the token in its URL', async () => {
  const screen = await open('/reset-password#fresh');
  await screen.getByLabelText('New password').fill('quite-another-9134');
  for (const link of document.querySelectorAll<HTMLElement>('a[href^="#"]')) link.click();
  await screen.getByRole('button', { name: 'Save the password' }).click();
  await expectFocusOn(screen.getByText(/^Your password has been changed/));
  expect(sentTo('/api/auth/reset-password')).toMatchObject({ token: 'fresh' });
});

test.each(['/reset-password', '/reset-password?for=console', '/confirm-email?for=change'])(
  'a link that was cut off (%s) says so before anything is typed',
  async (path) => {
    const screen = await open(path);
    await expect.element(screen.getByText(/^This link is incomplete/)).toBeVisible();
    await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  },
);

test.each([
  ['/confirm-email#old', /ask for another link in the settings/, '/settings'],
  ['/confirm-email?for=change#old', /change it again in the settings/, '/settings'],
  ['/reset-password?for=undo#old', /write to us/, '/contact'],
])('a link that is over (%s) leads to what is possible instead', async (path, name, instead) => {
  const screen = await open(path);
  const password = screen.getByLabelText('New password');
  if (path.startsWith('/reset-password')) await password.fill('quite-another-9134');
  await screen.getByRole('button', { name: /^(Confirm|Save the password)$/ }).click();
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText(/^This link has been used or has expired\.$/)).toBeVisible();
  await expect.element(alert.getByRole('link', { name })).toHaveAttribute('href', instead);
});

test('a user who is signed in here confirms the address, and goes on without signing in', async () => {
  signIn();
  const screen = await open('/confirm-email#fresh');
  await screen.getByRole('button', { name: 'Confirm' }).click();
  await expectFocusOn(screen.getByText('Thank you! Your address is confirmed.'));
  await expect.element(screen.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Go to Deals' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Sign in' })).not.toBeInTheDocument();
});

test('a new password for another account than the one signed in here asks to log out first', async () => {
  signIn();
  const screen = await open('/reset-password#fresh');
  await screen.getByLabelText('New password').fill('quite-another-9134');
  await screen.getByRole('button', { name: 'Save the password' }).click();
  await expect.element(screen.getByText(/^You are signed in here as Mila\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Log Out' }).click();
  await expect.poll(url).toBe('/deals');
  expect(localStorage.getItem('accessToken')).toBeNull();
});

test('the link of the console creates the first administrator, and says when it was used', async () => {
  const screen = await open('/reset-password?for=console#old');
  const save = screen.getByRole('button', { name: 'Save the password' });
  await save.click();
  await expect.element(screen.getByText(/^Enter an email address/)).toBeVisible();
  expect(sentTo(makeFirstAdministrator.path)).toBeNull();
  const email = screen.getByRole('textbox', { name: 'Email' });
  // So that a password manager stores the address beside the password.
  await expect.element(email).toHaveAttribute('autocomplete', 'username');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Mila');
  await email.fill(EMAIL);
  await screen.getByLabelText('New password').fill('quite-another-9134');
  await save.click();
  await expect.element(screen.getByText(/Restart the server for a new one/)).toBeVisible();
  expect(sentTo(makeFirstAdministrator.path)).toEqual({
    token: 'old',
    name: 'Mila',
    email: EMAIL,
    password: 'quite-another-9134',
  });
});

test.each([
  ['undo', 'Take your account back', undoEmailChange.path],
  ['administrator', 'Become the administrator', confirmAdministrator.path],
])('a link for %s says what it does, and does that', async (purpose, title, path) => {
  const screen = await open(`/reset-password?for=${purpose}#fresh`);
  await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await screen.getByLabelText('New password').fill('quite-another-9134');
  await screen.getByRole('button', { name: 'Save the password' }).click();
  await expectFocusOn(screen.getByText(/Sign in with the new password\.$/));
  expect(sentTo(path)).toEqual({ token: 'fresh', password: 'quite-another-9134' });
});

test('a new email address is confirmed by its own link', async () => {
  const screen = await open('/confirm-email?for=change#fresh');
  await screen.getByRole('button', { name: 'Confirm' }).click();
  await expectFocusOn(screen.getByText(/^Your address has been changed/));
  expect(sentTo(confirmNewEmail.path)).toEqual({ token: 'fresh' });
});

test('an email address is confirmed by a button, not by opening the link; in Bulgarian, too', async () => {
  await chooseLanguage('bg');
  const screen = await open('/confirm-email#fresh');
  const button = screen.getByRole('button', { name: 'Потвърждаване' });
  await expect.element(button).toBeVisible();
  expect(sentTo('/api/auth/confirm-email')).toBeNull();
  await button.click();
  await expectFocusOn(screen.getByText('Благодарим! Адресът Ви е потвърден.'));
  expect(sentTo('/api/auth/confirm-email')).toEqual({ token: 'fresh' });
});
