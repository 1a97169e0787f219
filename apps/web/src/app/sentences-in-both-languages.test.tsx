// Imported first, because it replaces the network of the application.
import { network, type FakeResponse } from './testing/network.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { chooseLanguage } from '#core/language/language.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { evictMarks } from '#features/engagement/state/marks.ts';
import { held, own, postServer } from './testing/post-server.ts';
import { open, rejection, serving, signIn, startAfresh, tokens } from './testing/served-app.tsx';

/** The texts of the specification (section 8), where users see them, in each language. */
const languages = ['en', 'bg'] as const;
type Code = (typeof languages)[number];
type Texts = Readonly<Record<Code, string>>;
type Screen = Awaited<ReturnType<typeof open>>;

const inWords = (en: string, bg: string): Texts => ({ en, bg });

const controls = {
  keep: inWords('Favorite: Deal 2', 'В любими: Deal 2'),
  delete: inWords('Delete: Bicycle', 'Изтриване: Bicycle'),
  email: inWords('Email', 'Имейл'),
  name: inWords('Name', 'Име'),
  password: inWords('Password', 'Парола'),
  signIn: inWords('Sign in', 'Вход'),
  createAccount: inWords('Create account', 'Създаване на профил'),
  account: inWords('Account: Mila', 'Профил: Mila'),
  nobody: inWords('Account', 'Профил'),
  logOut: inWords('Log out', 'Изход'),
} as const;

const lost: FakeResponse = () => Promise.reject(new TypeError('Failed to fetch'));
const slow: FakeResponse = () => Promise.reject(new DOMException('', 'TimeoutError'));
const unreadable: FakeResponse = () => Response.json({ success: true, nonsense: true });
const broken: FakeResponse = () => rejection(503, 'database_unavailable');

/** A server with its own response for a method and path, and Mila's for everything else. */
const responding =
  (what: string, response: FakeResponse): FakeResponse =>
  (request) => {
    const { method, url } = request;
    return `${method} ${url.pathname}` === what ? response(request) : knowingMila(request);
  };

let isStored = false;

const knowingMila: FakeResponse = (request) => {
  const { method, url } = request;
  if (url.pathname === '/api/deals/2/favorite') {
    isStored = method === 'PUT';
    return Response.json({
      success: true,
      views: 0,
      likes: 0,
      favorites: 1,
      favorite: isStored,
      liked: false,
    });
  }
  if (url.pathname === '/api/users/me/deal-marks')
    return Response.json({
      success: true,
      marks: isStored ? [{ id: '2', favorite: true, liked: false, markedExpired: false }] : [],
    });
  if (url.pathname === '/api/config/upload') return rejection(503, 'overloaded');
  if (url.pathname === '/api/users/me/profile')
    return Response.json({
      success: true,
      profile: {
        id: mila.id,
        name: 'Mila',
        email: mila.email,
        about: '',
        avatar: null,
        location: null,
        createdAt: mila.createdAt,
      },
    });
  if (/^\/api\/deals(?:$|\/2$)/.test(url.pathname)) return serving(30)(request);
  return postServer(request);
};

beforeEach(async () => {
  // From the start, because the upload configuration is requested until a server responds with it.
  await startAfresh(knowingMila);
  evictMarks();
  isStored = false;
  held.posts = [own(41, { title: 'Bicycle' })];
});

/** Each with its page and the server's response. */
const read: readonly (readonly [Texts, string, FakeResponse])[] = [
  [inWords('Failed to load deals', 'Не успяхме да заредим офертите'), '/deals', broken],
  [inWords('Search failed', 'Търсенето е неуспешно'), '/deals?q=bike', broken],
  [
    inWords(
      'Server error. Please try again later.',
      'Грешка в сървъра. Моля, опитайте отново по-късно.',
    ),
    '/deals',
    broken,
  ],
  [
    inWords(
      'Connection lost. Please check your internet.',
      'Връзката прекъсна. Моля, проверете интернета си.',
    ),
    '/deals',
    lost,
  ],
  [inWords('Network error occurred', 'Възникна мрежова грешка'), '/deals', slow],
  [inWords('Please try again', 'Моля, опитайте отново'), '/deals', unreadable],
  [inWords('Item not found', 'Офертата не е намерена'), '/deals/999', serving(30)],
  [inWords('No deals found', 'Не намерихме оферти'), '/deals?category=food', serving(0)],
  [
    inWords('No deals available at the moment', 'В момента няма налични оферти'),
    '/deals',
    serving(0),
  ],
  [
    inWords('No results found for the query', 'Няма резултати за търсенето'),
    '/deals?q=zzz',
    serving(0),
  ],
  [
    inWords(
      'Try adjusting your search criteria or browse all deals.',
      'Променете критериите или разгледайте всички оферти.',
    ),
    '/deals?q=zzz',
    serving(0),
  ],
];

const press = (screen: Screen, name: string) => screen.getByRole('button', { name, exact: true });

const keep = async (code: Code): Promise<Screen> => {
  const screen = await open('/deals');
  await press(screen, controls.keep[code]).click();
  return screen;
};

const choose = async (screen: Screen): Promise<void> => {
  await expect.poll(() => screen.container.querySelector('input[type=file]')).not.toBeNull();
  const chooser = screen.container.querySelector('input[type=file]');
  if (!(chooser instanceof HTMLInputElement)) throw new Error('There is no file input');
  await userEvent.upload(chooser, new File(['png'], 'me.png', { type: 'image/png' }));
};

/** Each with the user's action and the server's response. */
const done: readonly (readonly [Texts, (code: Code) => Promise<Screen>, FakeResponse])[] = [
  [inWords('Added to favorites', 'Добавено в любими'), keep, knowingMila],
  [
    inWords('Removed from favorites', 'Премахнато от любими'),
    (code) => {
      isStored = true;
      return keep(code);
    },
    knowingMila,
  ],
  [
    inWords(
      'Network error. Please check your connection.',
      'Мрежова грешка. Моля, проверете интернет връзката си.',
    ),
    keep,
    responding('PUT /api/deals/2/favorite', lost),
  ],
  [
    inWords(
      'You are not authorized to perform this action',
      'Нямате право да извършите това действие',
    ),
    keep,
    responding('PUT /api/deals/2/favorite', () => rejection(403, 'forbidden')),
  ],
  [
    inWords('Deal deleted successfully', 'Обявата е изтрита'),
    async (code) => {
      const screen = await open('/my-posts');
      await press(screen, controls.delete[code]).click();
      return screen;
    },
    knowingMila,
  ],
  [
    inWords(
      'Failed to upload file. Please try again.',
      'Не успяхме да качим файла. Моля, опитайте отново.',
    ),
    async () => {
      const screen = await open('/profile');
      await choose(screen);
      return screen;
    },
    responding('POST /api/upload', lost),
  ],
  [
    inWords('Failed to load configuration', 'Не успяхме да заредим настройките'),
    async () => {
      const screen = await open('/post');
      await choose(screen);
      return screen;
    },
    knowingMila,
  ],
  [
    inWords('Error loading configuration.', 'Не успяхме да заредим настройките.'),
    () => open('/settings#notices'),
    responding('GET /api/notices/preferences', () => rejection(503, 'overloaded')),
  ],
];

const named = <Row extends readonly [Texts, ...unknown[]]>(rows: readonly Row[]) =>
  rows.map((row) => [row[0].en, row] as const);

describe.each(languages)('a visitor reads (%s)', (code) => {
  beforeEach(() => chooseLanguage(code));

  test.each(named(read))('%s', async (_, [texts, path, response]) => {
    if (response === slow) vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    network.response = response;
    const screen = await open(path);
    await expect.element(screen.getByText(texts[code], { exact: true })).toBeVisible();
  });
});

describe.each(languages)('a user with a form reads (%s)', (code) => {
  beforeEach(() => chooseLanguage(code));

  const fillIn = async (screen: Screen): Promise<void> => {
    await screen.getByRole('textbox', { name: controls.email[code] }).fill(mila.email);
    await screen.getByLabelText(controls.password[code], { exact: true }).fill('trotting otter 9');
  };
  const logOut = async (screen: Screen): Promise<void> => {
    await press(screen, controls.account[code]).click();
    await screen.getByText(controls.logOut[code], { exact: true }).click();
    await expect.element(press(screen, controls.nobody[code])).toBeVisible();
  };

  test('Login failed, Welcome back!', async () => {
    network.response = responding('POST /api/auth/login', () => rejection(401, 'login_failed'));
    const screen = await open('/login');
    await fillIn(screen);
    await press(screen, controls.signIn[code]).click();
    const failed = inWords('Login failed', 'Входът е неуспешен');
    await expect.element(screen.getByText(failed[code])).toBeVisible();
    network.response = responding('POST /api/auth/login', tokens);
    await press(screen, controls.signIn[code]).click();
    const welcome = inWords('Welcome back!', 'Добре дошли отново!');
    await expect.element(screen.getByText(welcome[code])).toBeVisible();
    await logOut(screen);
  });

  test('Registration failed, Account created successfully!', async () => {
    network.response = responding(
      'POST /api/auth/register',
      () => new Response('?', { status: 502 }),
    );
    const screen = await open('/register');
    await screen.getByRole('textbox', { name: controls.name[code] }).fill('Mila');
    await fillIn(screen);
    await press(screen, controls.createAccount[code]).click();
    const failed = inWords('Registration failed', 'Регистрацията е неуспешна');
    await expect.element(screen.getByText(failed[code])).toBeVisible();
    network.response = (request) => {
      const { pathname } = request.url;
      if (pathname === '/api/auth/register') return Response.json({ success: true, message: '' });
      return pathname === '/api/auth/login' ? tokens() : knowingMila(request);
    };
    await press(screen, controls.createAccount[code]).click();
    const created = inWords('Account created successfully!', 'Профилът Ви е създаден успешно!');
    await expect.element(screen.getByText(created[code])).toBeVisible();
    await logOut(screen);
  });
});

describe.each(languages)('a signed-in user reads (%s)', (code) => {
  beforeEach(async () => {
    signIn();
    await chooseLanguage(code);
  });

  test.each(named(done))('%s', async (_, [texts, act, response]) => {
    network.response = response;
    const screen = await act(code);
    await expect.element(screen.getByText(texts[code], { exact: false }).first()).toBeVisible();
  });

  // Runs last, because it ends the session.
  test('Your session has expired. Please sign in again.', async () => {
    network.response = responding('PUT /api/deals/2/favorite', () =>
      rejection(401, 'session_expired'),
    );
    const screen = await keep(code);
    const text = inWords(
      'Your session has expired. Please sign in again.',
      'Сесията Ви изтече. Моля, влезте отново.',
    );
    await expect.element(screen.getByText(text[code])).toBeVisible();
  });
});
