import { beforeAll, beforeEach, expect, test } from 'vitest';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import * as calls from '@izgodno/contract/accounts/calls';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import { addPushSubscription } from '@izgodno/contract/notices/calls';
import { updateSettings } from '@izgodno/contract/profiles/calls';
import { aDeal, insertDeals, insertSources, updateDeal } from './deal-factory.ts';
import { somebody, type User } from './session-app.ts';
import { provideUsersApp } from './users-app.ts';

const users = provideUsersApp();
const NEW_PASSWORD = 'quite-another-9134';

/** Registers and signs in with a browser of these languages. */
const arrive = async (languages: string, user: User = somebody()) => {
  const { current } = users;
  const headers = { 'accept-language': languages };
  await current.send(calls.register, { body: user, headers });
  await current.database.database
    .updateTable('users')
    .set({ email_confirmed_at: new Date(current.time) })
    .where('email', '=', user.email)
    .execute();
  const session = await current.login(user, { headers });
  return { ...session, credentials: user, token: session.accessToken };
};
type Arrived = Awaited<ReturnType<typeof arrive>>;

/** The texts of a mail about a notice, of a push, and of a mail about the password. */
const textsTo = async ({ token, user, credentials: { email, password } }: Arrived) => {
  const { current } = users;
  const { database } = current.database;
  await current.ask(addPushSubscription, {
    token,
    body: {
      endpoint: `https://fcm.googleapis.com/fcm/send/${user.id}`,
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    },
  });
  const [id = 0] = await insertDeals(database, [aDeal({ title: 'Печка' })]);
  await current.ask(addFavorite, { token, params: { id: String(id) } });
  await updateDeal(database, id, { price_amount: 8_00, price_eur: 8_00 });
  await current.jobs.fire('favorites.alert');
  await current.jobs.fire('notices.deliver');
  const body = { currentPassword: password, newPassword: NEW_PASSWORD };
  await current.ask(calls.changePassword, { token, body });
  const subjects = current.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  return [...subjects, ...current.pushes.map(({ payload }) => payload)].join('\n');
};

const bulgarian = /^.*цена.*\nПромяна в сигурността.*\n.*цена/i;
const english = /^.*price.*\nA change to the security.*\n.*price/i;

beforeAll(async () => {
  await insertSources(users.current.database.database);
  await users.current.jobs.fire('favorites.alert');
});
beforeEach(() => {
  users.current.mails.length = 0;
  users.current.pushes.length = 0;
});

test.each([
  ['bg-BG,bg;q=0.9,en;q=0.8', bulgarian],
  ['de-DE,de;q=0.9,bg;q=0.8', bulgarian],
  ['en-GB,en;q=0.9,bg;q=0.8', english],
  ['de', english],
] as const)('a user whose browser speaks %s and who chose no language', async (spoken, texts) => {
  const someone = await arrive(spoken);
  users.current.mails.length = 0;
  expect(await textsTo(someone)).toMatch(texts);
});

test('a choice takes precedence over the browser', async () => {
  const someone = await arrive('bg');
  await users.current.ask(updateSettings, { token: someone.token, body: { language: 'en' } });
  users.current.mails.length = 0;
  expect(await textsTo(someone)).toMatch(english);
});

test('the browser that signed in last decides, whichever refreshes', async () => {
  const { credentials, refreshToken } = await arrive('en');
  const again = await arrive('bg', credentials);
  await users.current.ask(calls.refresh, {
    body: { refreshToken },
    headers: { 'accept-language': 'en' },
  });
  users.current.mails.length = 0;
  expect(await textsTo(again)).toMatch(bulgarian);
});

test('the export has the language of the browser, which is no setting', async () => {
  const { token } = await arrive('bg');
  const response = await users.current.send(exportAccount, { token });
  expect(response.json()).toMatchObject({ browserLanguage: 'bg', settings: { language: null } });
});

test('who signed in before languages were stored is known after the next refresh', async () => {
  const someone = await arrive('bg');
  const { current } = users;
  await current.database.database.deleteFrom('browser_languages').execute();
  await current.ask(calls.refresh, {
    body: { refreshToken: someone.refreshToken },
    headers: { 'accept-language': 'bg' },
  });
  current.mails.length = 0;
  expect(await textsTo(someone)).toMatch(bulgarian);
});
