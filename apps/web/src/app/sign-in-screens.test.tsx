import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { network } from './testing/network.ts';
import { open, serving, startAfresh, url } from './testing/served-app.tsx';

const wordLists = vi.hoisted(() => ({ areMissing: false, failures: 0 }));

vi.mock(import('@zxcvbn-ts/core'), async (importOriginal) => {
  const core = await importOriginal();
  class ZxcvbnFactory extends core.ZxcvbnFactory {
    constructor(...options: ConstructorParameters<typeof core.ZxcvbnFactory>) {
      if (wordLists.areMissing) {
        wordLists.failures += 1;
        throw new Error('The word lists could not be loaded');
      }
      super(...options);
    }
  }
  return { ...core, ZxcvbnFactory };
});

beforeEach(() => startAfresh());

// Before every test that types a password, because the word lists load once.
test('loads the word lists again after they could not be loaded', async () => {
  wordLists.areMissing = true;
  const screen = await open('/register');
  const password = screen.getByLabelText('Password', { exact: true });
  await password.fill('trotting otter lamp');
  await expect.poll(() => wordLists.failures).toBe(1);
  wordLists.areMissing = false;
  await password.fill('trotting otter lamp 9');
  await expect.element(screen.getByText('Strong', { exact: true })).toBeVisible();
});

describe.each([
  ['/login', 'Sign in'],
  ['/register', 'Create account'],
])('%s', (path, title) => {
  test('fills the screen: no header, sidebar or footer', async () => {
    const screen = await open(path);
    await expect.element(screen.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(() => document.title).toBe(`${title} - Izgodno`);
    for (const role of ['banner', 'complementary', 'contentinfo'])
      expect(screen.getByRole(role).query()).toBeNull();
  });

  test('names its fields for password managers, and accepts a pasted password', async () => {
    const screen = await open(path);
    const email = screen.getByRole('textbox', { name: 'Email' });
    const password = screen.getByLabelText('Password', { exact: true });
    await expect.element(email).toHaveAttribute('type', 'email');
    await expect
      .element(email)
      .toHaveAttribute('autocomplete', path === '/login' ? 'username webauthn' : 'email');
    await expect
      .element(password)
      .toHaveAttribute('autocomplete', path === '/login' ? 'current-password' : 'new-password');
    await email.fill('zebra@lamp.example');
    await email.click();
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
    await userEvent.copy();
    await password.click();
    await userEvent.paste();
    await expect.element(password).toHaveValue('zebra@lamp.example');
  });

  test('shows the password on request, and hides it again', async () => {
    const screen = await open(path);
    const password = screen.getByLabelText('Password', { exact: true });
    await expect.element(password).toHaveAttribute('type', 'password');
    const show = screen.getByRole('button', { name: 'Show password' });
    await show.click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await show.click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });
});

describe.each([
  ['/login', 'Sign in', 'Login failed'],
  ['/register', 'Create account', 'Registration failed'],
])('a rejection on %s', (path, submit, byDefault) => {
  const reject = async (response: Response) => {
    const screen = await open(path);
    if (path === '/register') await screen.getByRole('textbox', { name: 'Name' }).fill('Mila');
    await screen.getByRole('textbox', { name: 'Email' }).fill('mila@example.com');
    await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
    network.response = (request) =>
      request.method === 'POST' ? response.clone() : serving(30)(request);
    await screen.getByRole('button', { name: submit }).click();
    return screen.getByRole('alert');
  };

  test('is said in the words of a server without codes', async () => {
    const body = { success: false, message: 'Your account is locked' };
    const alert = await reject(Response.json(body, { status: 401 }));
    await expect.element(alert).toHaveTextContent('Your account is locked');
  });

  test('has a text of its own if the response cannot be read', async () => {
    const alert = await reject(new Response('<h1>Not now</h1>', { status: 403 }));
    await expect.element(alert).toHaveTextContent(byDefault);
  });
});

describe('registration', () => {
  test.each([
    ['password', 'Too easy to guess'],
    ['trotting otter lamp 9', 'Strong'],
  ])('rates the password "%s" as: %s', async (typed, rating) => {
    const screen = await open('/register');
    await screen.getByLabelText('Password', { exact: true }).fill(typed);
    await expect.element(screen.getByText(rating, { exact: true })).toBeVisible();
  });

  test('moves nothing when it rates the password, so that a press after typing finds its button', async () => {
    const screen = await open('/register');
    const register = screen.getByRole('button', { name: 'Create account' });
    await expect.element(register).toBeVisible();
    const before = register.element().getBoundingClientRect().top;
    await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
    await expect.element(screen.getByText('Strong', { exact: true })).toBeVisible();
    expect(register.element().getBoundingClientRect().top).toBe(before);
  });

  test('shows errors beside each field, the first before the server is called', async () => {
    const screen = await open('/register');
    await screen.getByRole('button', { name: 'Create account' }).click();
    const name = screen.getByRole('textbox', { name: 'Name' });
    const email = screen.getByRole('textbox', { name: 'Email' });
    const password = screen.getByLabelText('Password', { exact: true });
    await expect.element(name).toHaveAccessibleDescription(/Enter a name of 2 to 60 characters, /);
    await expect.element(email).toHaveAccessibleDescription(/Enter an email address/);
    await expect
      .element(password)
      .toHaveAccessibleDescription(/Choose a password of 8 to 128 characters\./);
    expect(network.asked.map(({ url }) => url.pathname)).not.toContain('/api/auth/register');

    network.response = (request) =>
      request.url.pathname === '/api/auth/register'
        ? Response.json(
            {
              success: false,
              error: {
                code: 'validation_failed',
                message: '',
                fields: { password: { code: 'password_too_weak', message: '' } },
              },
            },
            { status: 400 },
          )
        : serving(30)(request);
    await name.fill('Mila Petrova');
    await email.fill('mila@example.com');
    await password.fill('mila petrova');
    await screen.getByRole('button', { name: 'Create account' }).click();
    await expect
      .element(password)
      .toHaveAccessibleDescription(/This password is too easy to guess\./);
    await expect.element(name).toHaveAccessibleDescription('');
  });
});

const faulty = () => document.querySelectorAll('[aria-invalid="true"]').length;

test('a corrected field loses its error, and the keyboard stays in it', async () => {
  const screen = await open('/register');
  const password = screen.getByLabelText('Password', { exact: true });
  await screen.getByRole('button', { name: 'Create account' }).click();
  await expect.poll(faulty).toBe(3);
  await password.click();
  await userEvent.keyboard('trotting');
  await expect.element(password).toHaveValue('trotting');
  expect(faulty()).toBe(2);
  await expect.element(password).toHaveFocus();
});

test('leads a suspended member to the contact page', async () => {
  const code = 'account_suspended';
  const suspended = { code, message: code, details: { reason: 'Spam' } };
  network.response = (request) =>
    request.url.pathname === '/api/auth/login'
      ? Response.json({ success: false, error: suspended }, { status: 403 })
      : serving(30)(request);
  const screen = await open('/login');
  await screen.getByRole('textbox', { name: 'Email' }).fill('boris@example.com');
  await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('Reason: Spam')).toBeVisible();
  const link = alert.getByRole('link', { name: /write to us/ });
  await expect.element(link).toHaveAttribute('href', '/contact');
  // The text around it has the same colour and weight.
  expect(getComputedStyle(link.element()).textDecorationLine).toBe('underline');
});

test('a link to a part of a page for signed-in users leads there after the sign-in', async () => {
  const screen = await open('/settings#decisions');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(url()).toBe('/login?from=/settings#decisions');
});
