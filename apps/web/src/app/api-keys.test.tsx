import { beforeEach, expect, test } from 'vitest';
import { network, type FakeResponse } from './testing/network.ts';
import { open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';

const PASSWORD = 'zebra-lamp-4217';
const SECRET = 'izg_secret';
const HOOK_URL = 'https://robot.example/hooks';

const ID = '00000000-0000-4000-8000-000000000001';

let isRecent = true;
let keys: object[] = [];
let webhooks: object[] = [];
let deliveries: object[] = [];

const keyOf = (body: string): Response => {
  const given: unknown = JSON.parse(body);
  if (typeof given !== 'object' || given === null || !('currentPassword' in given))
    return rejection(403, 'proof_required');
  const key = {
    id: ID,
    name: 'Robot',
    hint: 'izg_secr',
    scopes: ['deals:read'],
    createdAt: '2026-11-01T10:00:00Z',
    expiresAt: null,
    lastUsedAt: null,
  };
  keys = [key];
  return Response.json({ success: true, key, secret: SECRET });
};

const aWebhook = (more: object = {}) => ({
  id: ID,
  url: HOOK_URL,
  events: ['deal.sold'],
  state: 'enabled',
  failingSince: null,
  createdAt: '2026-11-01T10:00:00Z',
  ...more,
});

const aDelivery = (more: object = {}) => ({
  id: ID,
  event: 'webhook.test',
  state: 'failed',
  attempts: 2,
  status: null,
  error: 'too_slow',
  createdAt: '2026-11-01T10:00:00Z',
  attemptedAt: null,
  ...more,
});

/** A server that accepts webhooks except those to private addresses. */
const hooking: FakeResponse = ({ url, method }) => {
  const webhook = aWebhook();
  switch (`${method} ${url.pathname.replaceAll(ID, 'ID')}`) {
    case 'GET /api/webhooks':
      return Response.json({ success: true, webhooks, nextCursor: null });
    case 'POST /api/webhooks':
      if (!network.asked.at(-1)?.body?.includes(HOOK_URL)) {
        const fields = { url: { code: 'address_forbidden', message: '' } };
        const error = { code: 'validation_failed', message: '', fields };
        return Response.json({ success: false, error }, { status: 400 });
      }
      webhooks = [webhook];
      return Response.json({ success: true, webhook, secret: SECRET });
    case 'POST /api/webhooks/ID/test':
      deliveries = [aDelivery()];
      return Response.json({ success: true, deliveryId: ID });
    case 'GET /api/webhooks/ID/deliveries':
      return Response.json({ success: true, deliveries, nextCursor: null });
    case 'POST /api/webhooks/ID/deliveries/ID/redeliver':
      deliveries = [aDelivery({ state: 'delivered', attempts: 1, status: 204, error: null })];
      return Response.json({ success: true });
    case 'PATCH /api/webhooks/ID':
      webhooks = [aWebhook({ state: 'off' })];
      return Response.json({ success: true, webhook });
    default:
      webhooks = [];
      return Response.json({ success: true });
  }
};

/** A server with no keys, for which the sign-in has just ceased to be recent. */
const storing: FakeResponse = (request) => {
  const { pathname } = request.url;
  if (pathname.startsWith('/api/webhooks')) return hooking(request);
  if (pathname === `/api/keys/${ID}`) {
    keys = [];
    return Response.json({ success: true });
  }
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
    return Response.json({ success: true, keys, scopes: ['deals:read', 'deals:write'] });
  isRecent = false;
  return keyOf(network.asked.at(-1)?.body ?? 'null');
};

beforeEach(async () => {
  isRecent = true;
  [keys, webhooks, deliveries] = [[], [], []];
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
  await dialog.getByRole('checkbox', { name: 'Post and change deals' }).click();
  await dialog.getByRole('checkbox', { name: 'Read deals' }).click();
  await dialog.getByLabelText('Expires').selectOptions('Does not expire');
  await submit.click();
  await expect.element(screen.getByText(SECRET)).toBeVisible();
  expect(JSON.parse(network.asked.findLast(({ method }) => method === 'POST')?.body ?? '')).toEqual(
    {
      name: 'Robot',
      scopes: ['deals:write'],
      currentPassword: PASSWORD,
    },
  );
  await screen.getByRole('button', { name: 'I have saved it' }).click();
  await expect.element(screen.getByText(SECRET)).not.toBeInTheDocument();

  const list = screen.getByRole('list', { name: 'API keys' });
  await expect.element(list.getByText('izg_secr… · Not used yet · Does not expire')).toBeVisible();
  await list.getByRole('button', { name: 'Revoke Robot' }).click();
  const question = screen.getByRole('dialog', { name: 'Revoke Robot' });
  await expect.element(question.getByText(/will stop working at once/)).toBeVisible();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(screen.getByText('The key has been revoked.')).toBeVisible();
  await expect.element(list.getByRole('listitem')).not.toBeInTheDocument();
});

test('a webhook is made for the chosen events, and its secret is shown once', async () => {
  const screen = await open('/settings');
  await screen.getByRole('button', { name: 'Create a webhook' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Create a webhook' });
  const submit = dialog.getByRole('button', { name: 'Create' });
  await expect.element(submit).toBeDisabled();
  const urlField = dialog.getByRole('textbox', { name: 'URL' });
  await urlField.fill('http://10.0.0.1/hooks');
  const events = dialog.getByRole('checkbox');
  for (const event of events.all().filter((_, index) => index !== 3)) await event.click();
  await submit.click();
  await expect.element(urlField).toHaveAccessibleDescription(/^Enter a public http/);
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await urlField.fill(` ${HOOK_URL} `);
  await submit.click();
  await expect.element(screen.getByText(SECRET)).toBeVisible();
  expect(JSON.parse(network.asked.findLast(({ method }) => method === 'POST')?.body ?? '')).toEqual(
    {
      url: HOOK_URL,
      events: ['deal.sold'],
    },
  );
  await screen.getByRole('button', { name: 'I have saved it' }).click();
  await expect.element(screen.getByText(SECRET)).not.toBeInTheDocument();
  await expect.element(screen.getByText(HOOK_URL)).toBeVisible();
});

test('a webhook is tried, sent something again, turned off and deleted', async () => {
  webhooks = [aWebhook({ failingSince: '2026-11-02T10:00:00Z' })];
  const screen = await open('/settings');
  const list = screen.getByRole('list', { name: 'Webhooks' });
  await expect.element(list.getByText(/^On · failing since November 2, 2026/)).toBeVisible();
  const log = list.getByRole('button', { name: /^Log: / });
  await log.click();
  await expect.element(list.getByText('Nothing has been sent yet.')).toBeVisible();
  await log.click();
  await expect.element(log).toHaveAttribute('aria-expanded', 'false');
  await list.getByRole('button', { name: /^Send a test: / }).click();
  await expect
    .element(list.getByText('Not delivered · no response in time · 2 attempts'))
    .toBeVisible();
  await list.getByRole('button', { name: /^Send again: / }).click();
  await expect.element(list.getByText('Delivered · 204 · 1 attempt')).toBeVisible();
  await list.getByRole('button', { name: /^Turn off: / }).click();
  await expect.element(list.getByRole('button', { name: /^Turn on: / })).toBeVisible();
  expect(
    JSON.parse(network.asked.findLast(({ method }) => method === 'PATCH')?.body ?? ''),
  ).toEqual({ enabled: false });
  for (const name of [/^Send a test/, /^Send again/])
    await expect.element(list.getByRole('button', { name })).not.toBeInTheDocument();
  await list.getByRole('button', { name: /^Delete: / }).click();
  const question = screen.getByRole('dialog', { name: 'Delete this webhook?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(list.getByText(HOOK_URL)).toBeVisible();
  await list.getByRole('button', { name: /^Delete: / }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByText(HOOK_URL)).not.toBeInTheDocument();
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

test('each part of the settings that could not be loaded is loaded again on request', async () => {
  const paths = ['sessions', 'email', 'factors'].map((name) => `/api/auth/${name}`);
  const own = [...paths, '/api/keys'];
  network.response = (request) =>
    own.includes(request.url.pathname) ? rejection(404, 'not_found') : storing(request);
  const screen = await open('/settings');
  const attempts = ['Devices', 'Email', 'Sign-in and security', 'API keys'].map((name) =>
    screen.getByRole('region', { name, exact: true }).getByRole('button', { name: 'Try again' }),
  );
  for (const attempt of attempts) await expect.element(attempt).toBeVisible();
  const before = network.asked.length;
  for (const attempt of attempts) await attempt.click();
  await expect
    .poll(() =>
      network.asked
        .slice(before)
        .map(({ url }) => url.pathname)
        .filter((path) => own.includes(path)),
    )
    .toEqual(own);
});

test('the last administrator reads why the account is not deleted', async () => {
  const screen = await open('/settings');
  await screen.getByRole('button', { name: 'Delete account' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account permanently' }).click();
  await expect.element(dialog.getByText(/^You are the last administrator/)).toBeVisible();
});

test('the buttons of several webhooks, and of what was sent, have names of their own', async () => {
  webhooks = [aWebhook(), aWebhook({ id: ID.replace(/.$/, 'f'), url: `${HOOK_URL}/2` })];
  deliveries = [
    aDelivery(),
    aDelivery({ id: ID.replace(/.$/, 'f'), createdAt: '2026-11-02T10:00:00Z' }),
  ];
  const screen = await open('/settings');
  const list = screen.getByRole('list', { name: 'Webhooks' });
  await list.getByRole('button', { name: `Log: ${HOOK_URL}`, exact: true }).click();
  const again = list.getByRole('button', { name: /^Send again: Test · / });
  await expect.poll(() => again.elements().length).toBe(2);
  const names = list
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label'));
  expect(names).not.toContain(null);
  expect(new Set(names).size).toBe(names.length);
});
