import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import './testing/keep-focus.ts';
import { network } from './testing/network.ts';
import { open, rejection, serving, startAfresh, tokens, url } from './testing/served-app.tsx';

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
    await expect.element(show).toHaveAttribute('aria-pressed', 'true');
    await show.click();
    await expect.element(password).toHaveAttribute('type', 'password');
    await expect.element(show).toHaveAttribute('aria-pressed', 'false');
  });

  test('warns of Caps Lock while the password has the focus', async () => {
    const screen = await open(path);
    const password = screen.getByLabelText('Password', { exact: true });
    await password.click();
    const key = { bubbles: true, key: 'A', modifierCapsLock: true };
    password.element().dispatchEvent(new KeyboardEvent('keydown', key));
    await expect.element(screen.getByText('Caps Lock is on')).toBeVisible();
    await screen.getByRole('textbox', { name: 'Email' }).click();
    await expect.element(screen.getByText('Caps Lock is on')).not.toBeInTheDocument();
  });
});

test('signing in and registering lead to each other, and then back to where the user was', async () => {
  const screen = await open('/login?from=/deals/7');
  await screen.getByRole('link', { name: 'Create account' }).click();
  await expect.poll(url).toBe('/register?from=/deals/7');
  await screen.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(url).toBe('/login?from=/deals/7');
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

  test.each([
    ['cannot be read', new Response('<h1>Not now</h1>', { status: 403 })],
    ['gives no reason', Response.json({ success: false })],
  ])('has a text of its own if the response %s', async (_, response) => {
    const alert = await reject(response);
    await expect.element(alert).toHaveTextContent(byDefault);
  });
});

describe('registration', () => {
  test.each([
    ['password', 'Too easy to guess', []],
    ['trotting otter lamp 9', 'Strong', ['strong', 'strong', 'strong', 'strong']],
  ])('rates the password "%s" as: %s', async (typed, rating, bars) => {
    const screen = await open('/register');
    const password = screen.getByLabelText('Password', { exact: true });
    await password.fill(typed);
    await expect.element(screen.getByText(rating, { exact: true })).toBeVisible();
    const lit = [...document.querySelectorAll<HTMLElement>('[data-on]')];
    expect(lit.map(({ dataset }) => dataset['on'])).toEqual(bars);
    await password.fill('');
    await expect.element(screen.getByText(rating, { exact: true })).not.toBeInTheDocument();
  });

  test('says that the user may have an account already, if it cannot sign in', async () => {
    network.response = (request) => {
      if (request.url.pathname === '/api/auth/register')
        return Response.json({ success: true, message: '' });
      return request.url.pathname === '/api/auth/login'
        ? rejection(401, 'invalid_credentials')
        : serving(30)(request);
    };
    const screen = await open('/register');
    await screen.getByRole('textbox', { name: 'Name' }).fill('Mila');
    await screen.getByRole('textbox', { name: 'Email' }).fill('mila@example.com');
    await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
    await screen.getByRole('button', { name: 'Create account' }).click();
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent(/^We could not sign you in\. If you already have an account/);
    await expect.element(screen.getByRole('button', { name: 'Create account' })).toBeEnabled();
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
    await expect.element(name).toHaveFocus();
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

test.each([
  [{}, /^This account is suspended\./],
  [{ until: '2026-12-24T10:00:00Z' }, /^This account is suspended until December 24, 2026/],
])('leads a suspended member to the contact page: %o', async (end, said) => {
  const code = 'account_suspended';
  const suspended = { code, message: code, details: { reason: 'Spam', ...end } };
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
  await expect.element(alert).toMatchTextContent(said);
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

const bodiesOf = (path: string): readonly unknown[] =>
  network.asked.flatMap(({ url, body }) => (url.pathname === path ? JSON.parse(body) : []));

describe('the second step of a sign-in', () => {
  test('takes a code of the app or a recovery code, and nothing empty', async () => {
    const methods = ['totp', 'recovery_code'];
    const secondStep = { challenge: 'first', expiresAt: 0, methods, passkey: null };
    network.response = (request) => {
      if (request.url.pathname === '/api/auth/login')
        return Response.json({ success: true, secondStep });
      return request.url.pathname.startsWith('/api/auth/login/')
        ? rejection(401, 'invalid_code')
        : serving(30)(request);
    };
    const screen = await open('/login?from=/deals/7');
    await screen.getByRole('textbox', { name: 'Email' }).fill('mila@example.com');
    await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
    await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
    const next = screen.getByRole('button', { name: 'Continue' });
    let code = screen.getByLabelText('Code from your app');
    await expect.element(code).toHaveFocus();
    await code.fill(' ');
    await next.click();
    await expect.element(code).toHaveAttribute('aria-invalid', 'true');
    expect(bodiesOf('/api/auth/login/totp')).toEqual([]);
    await code.fill('123456');
    await next.click();
    await expect.element(screen.getByRole('alert')).toBeVisible();
    expect(bodiesOf('/api/auth/login/totp')).toEqual([{ challenge: 'first', code: '123456' }]);

    await screen.getByRole('button', { name: 'Use a recovery code' }).click();
    code = screen.getByLabelText('Recovery code');
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue('');
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    await code.fill('ABCD-1234');
    network.response = (request) =>
      request.url.pathname === '/api/auth/login/recovery-code' ? tokens() : serving(30)(request);
    await next.click();
    await expect.poll(url).toBe('/deals/7');
    expect(bodiesOf('/api/auth/login/recovery-code')).toEqual([
      { challenge: 'first', code: 'ABCD-1234' },
    ]);
  });
});

test('the second step names itself, and the way back keeps the focus', async () => {
  const step = { challenge: 'c', expiresAt: Date.now() + 60_000, methods: ['totp'], passkey: null };
  network.response = (request) =>
    request.url.pathname === '/api/auth/login'
      ? Response.json({ success: true, message: '', secondStep: step })
      : serving(30)(request);
  const screen = await open('/login');
  await screen.getByRole('textbox', { name: 'Email' }).fill('mila@example.com');
  await screen.getByLabelText('Password', { exact: true }).fill('trotting otter lamp 9');
  await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.element(screen.getByLabelText('Code from your app')).toHaveFocus();
  await expect.poll(() => document.title).toBe('One more step - Izgodno');
  await expect
    .element(screen.getByRole('link', { name: /Write to us/ }))
    .toHaveAttribute('href', '/contact');
  await screen.getByRole('button', { name: 'Back to sign-in' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toHaveFocus();
  await expect.poll(() => document.title).toBe('Sign in - Izgodno');
});

/** What a device returns for a passkey. */
const aPasskey = () => ({
  id: 'cGFzc2tleQ',
  type: 'public-key',
  rawId: new ArrayBuffer(8),
  response: {
    clientDataJSON: new ArrayBuffer(8),
    authenticatorData: new ArrayBuffer(8),
    signature: new ArrayBuffer(8),
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
});

const respondWith = (signedIn: () => Response): void => {
  network.response = (request) => {
    if (request.url.pathname === '/api/auth/passkey-sign-in') return signedIn();
    const options = {
      challenge: 'Y2hhbGxlbmdl',
      rpId: 'localhost',
      timeout: 60_000,
      allowCredentials: [],
      userVerification: 'required',
    };
    return request.url.pathname === '/api/auth/passkey-sign-in/options'
      ? Response.json({ success: true, options })
      : serving(30)(request);
  };
};

describe('a sign-in with a passkey', () => {
  /** What the page has asked the device for. */
  let requests: CredentialRequestOptions[] = [];
  let picks = Promise.withResolvers<Credential>();

  beforeEach(() => {
    requests = [];
    picks = Promise.withResolvers();
    const get = vi.spyOn(navigator.credentials, 'get').mockImplementation((options = {}) => {
      requests.push(options);
      return picks.promise;
    });
    return () => get.mockRestore();
  });

  test('is offered in the email field, and says why it failed', async () => {
    respondWith(() => rejection(401, 'passkey_refused'));
    const screen = await open('/login');
    await expect.poll(() => requests).toMatchObject([{ mediation: 'conditional' }]);
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    picks.resolve(aPasskey());
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/^We did not accept this/);
  });

  test('is no longer offered once the page is left', async () => {
    respondWith(tokens);
    const screen = await open('/login');
    await expect.poll(() => requests).toHaveLength(1);
    await screen.getByRole('link', { name: 'Create account' }).click();
    await expect.poll(() => requests[0]?.signal?.aborted).toBe(true);
  });

  test('is asked for by a button, again after the user has cancelled it', async () => {
    respondWith(tokens);
    const screen = await open('/login?from=/deals/7');
    await expect.poll(() => requests).toHaveLength(1);
    const button = screen.getByRole('button', { name: 'Sign in with a passkey' });
    await button.click();
    await expect.element(button).toBeDisabled();
    picks.reject(new DOMException('Cancelled', 'NotAllowedError'));
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/you cancelled/);
    picks = Promise.withResolvers();
    await button.click();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    picks.resolve(aPasskey());
    await expect.poll(url).toBe('/deals/7');
    expect(requests.map(({ mediation }) => mediation)).toEqual([
      'conditional',
      undefined,
      undefined,
    ]);
  });
});

/** The icons that a button shows. */
const drawings = (button: Element) =>
  [...button.querySelectorAll('svg')]
    .filter((icon) => icon.checkVisibility())
    .map((icon) => icon.innerHTML);

test('a visitor has one way to sign in: a button with an arrow to more, or on a phone a person', async () => {
  const screen = await open('/about');
  const account = screen.getByRole('button', { name: 'Account' });
  const link = screen.getByRole('banner').getByRole('link', { name: 'Sign in' });
  await page.viewport(1440, 900);
  await expect.element(link).toBeVisible();
  const wide = drawings(account.element());
  await page.viewport(360, 740);
  await expect.element(link).not.toBeInTheDocument();
  const narrow = drawings(account.element());
  expect([wide.length, narrow.length]).toEqual([1, 1]);
  expect(narrow).not.toEqual(wide);
});
