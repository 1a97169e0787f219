import { beforeEach, describe, expect, test } from 'vitest';
import { network } from './testing/network.ts';
import { navigate } from '#core/router/location.ts';
import { mila } from '#core/session/testing/sessions.ts';
import { open, rejection, serving, signIn, startAfresh } from './testing/served-app.tsx';
import { asksBeforeLeaving } from '#shared/ask-before-leaving.ts';

const TOKEN = 'a'.repeat(43);

/** A server with mail and social links, and one newsletter link. */
const operated: typeof network.response = (request) => {
  const { pathname } = request.url;
  if (pathname === '/api/site')
    return Response.json({
      success: true,
      newsletter: true,
      socialLinks: ['https://social.example/izgodno'],
    });
  if (!pathname.startsWith('/api/newsletter')) return serving(30)(request);
  const isKnown = pathname === '/api/newsletter' || network.asked.at(-1)?.body.includes(TOKEN);
  return isKnown === true ? Response.json({ success: true }) : rejection(404, 'not_found');
};

const sentTo = (path: string): unknown =>
  JSON.parse(network.asked.findLast(({ url }) => url.pathname === path)?.body ?? 'null');

beforeEach(async () => {
  await startAfresh(operated);
});

describe('the welcome page', () => {
  test('has quick links, recent activity, social links and the newsletter', async () => {
    const screen = await open('/welcome');
    await expect.element(screen.getByRole('link', { name: /^Deal 6 / })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'social.example' })).toBeVisible();
    const links = screen.getByRole('region', { name: 'Quick links' });
    await expect.element(links.getByRole('link', { name: 'Hot' })).toBeVisible();

    await screen.getByRole('textbox', { name: 'Email' }).fill('ana@example.com');
    await screen.getByRole('button', { name: 'Subscribe' }).click();
    await expect.element(screen.getByText(/^Almost done/)).toBeVisible();
    expect(sentTo('/api/newsletter')).toEqual({ email: 'ana@example.com', language: 'en' });
  });
});

const mailedLinks = [
  {
    what: 'confirms',
    // The first form is that of mails until 29 November 2026.
    links: [`/welcome?newsletter=TOKEN&lang=en`, '/welcome?lang=en#newsletter=TOKEN'],
    button: 'Confirm',
    path: '/api/newsletter/confirm',
    done: 'Your subscription is confirmed. Thank you!',
    invalid: 'This link is no longer valid. Please subscribe again.',
  },
  {
    what: 'ends',
    links: [`/newsletter/leave?token=TOKEN&lang=en`, '/newsletter/leave?lang=en#token=TOKEN'],
    button: 'Stop the newsletter',
    path: '/api/newsletter/leave',
    done: 'Done: you will no longer get the newsletter.',
    invalid: 'This link is not valid, or the newsletter has already been stopped.',
  },
] as const;

describe.each(mailedLinks)(
  'the page that $what the newsletter',
  ({ links, button, path, done, invalid }) => {
    const openWith = async (link: string, token: string) => {
      const screen = await open(link.replace('TOKEN', token));
      return { screen, act: screen.getByRole('button', { name: button }) };
    };

    test.each(links)('does so by its button, not by the visit of %s', async (link) => {
      const { screen, act } = await openWith(link, TOKEN);
      await expect.element(act).toBeVisible();
      expect(sentTo(path)).toBeNull();
      await act.click();
      await expect.element(screen.getByText(done)).toBeVisible();
      expect(sentTo(path)).toEqual({ token: TOKEN });
      expect(act.query()).toBeNull();
    });

    test.each(links)('says that a link is not valid: %s', async (link) => {
      const { screen, act } = await openWith(link, 'used');
      await act.click();
      await expect.element(screen.getByText(invalid)).toBeVisible();
    });

    test('can be used again after a failure of the server', async () => {
      const { screen, act } = await openWith(links[0], TOKEN);
      await expect.element(act).toBeVisible();
      network.response = () => rejection(500, 'internal');
      await act.click();
      await expect.element(screen.getByRole('alert')).toBeVisible();
      network.response = operated;
      await act.click();
      await expect.element(screen.getByText(done)).toBeVisible();
    });
  },
);

test('the page of a confirmation leads to the welcome page', async () => {
  const screen = await open(`/welcome#newsletter=${TOKEN}`);
  await screen.getByRole('link', { name: 'Welcome' }).click();
  await expect.element(screen.getByRole('region', { name: 'Quick links' })).toBeVisible();
});

describe('the help', () => {
  test('can be searched, in the language of the page', async () => {
    const screen = await open('/help');
    await expect.element(screen.getByText('How do I search?')).toBeVisible();
    await screen.getByRole('searchbox', { name: 'Search the help' }).fill('discount');
    await expect.element(screen.getByText('What does the discount mean?')).toBeVisible();
    await expect.element(screen.getByText(/lowest one that we saw/)).toBeVisible();
    expect(screen.getByText('How do I search?').query()).toBeNull();

    await screen.getByRole('searchbox').fill('');
    await screen.getByRole('button', { name: 'БГ, Български' }).click();
    await expect.element(screen.getByText('Как се търси?')).toBeVisible();
    await screen.getByRole('searchbox').fill('qwxzv');
    await expect.element(screen.getByText(/^Не намерихме нищо подходящо/)).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'ни пишете' }))
      .toHaveAttribute('href', '/contact');
  });

  test('opens the answer that the URL names', async () => {
    const screen = await open('/help#chat');
    await expect.element(screen.getByText(/^Sign in and open the/)).toBeVisible();
    await expect.element(screen.getByText(/^Type what you are looking for/)).not.toBeVisible();
    const question = screen.getByText('How do I chat?');
    await expect.element(question).toHaveFocus();

    navigate('/help#searching');
    await expect.element(screen.getByText('How do I search?')).toHaveFocus();
    await expect.element(screen.getByText(/^Type what you are looking for/)).toBeVisible();
  });
});

test('the foot of a page appears with its text, which moves it', async () => {
  const arrived = Promise.withResolvers<void>();
  const respond = network.response;
  network.response = async (request) => {
    if (!request.url.pathname.startsWith('/api/legal')) return respond(request);
    await arrived.promise;
    return Response.json({ success: true, markdown: '# Terms\n\nThe text.' });
  };
  const screen = await open('/terms');
  const links = document.getElementsByTagName('footer');
  await expect.poll(() => links.length).toBe(1);
  const isSeen = () => links[0]?.checkVisibility({ visibilityProperty: true });
  expect(isSeen()).toBe(false);
  arrived.resolve();
  await expect.element(screen.getByText('The text.')).toBeVisible();
  expect(isSeen()).toBe(true);
});

test('the foot of a page stays while it has the focus', async () => {
  const respond = network.response;
  network.response = (request) =>
    request.url.pathname.startsWith('/api/legal') ? new Promise(() => {}) : respond(request);
  const screen = await open('/about');
  const link = screen.getByRole('link', { name: 'Terms of use' });
  await link.click();
  await expect
    .element(screen.getByRole('heading', { level: 1, name: 'Terms of use' }))
    .toBeVisible();
  await expect.element(link).toBeVisible();
  await expect.element(link).toHaveFocus();
});

test('the text of a message to the site cannot change while it is sent', async () => {
  const arrived = Promise.withResolvers<void>();
  const respond = network.response;
  network.response = async (request) => {
    if (request.method !== 'POST') return respond(request);
    await arrived.promise;
    return Response.json({ success: true });
  };
  const screen = await open('/contact');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Ana');
  await screen.getByRole('textbox', { name: 'Email' }).fill('ana@example.com');
  const text = screen.getByRole('textbox', { name: 'Message' });
  await text.fill('Where is the search for jobs?');
  await expect.poll(asksBeforeLeaving).toBe(true);
  await screen.getByRole('button', { name: 'Send message' }).click();
  await expect.element(text).toHaveAttribute('readonly');
  arrived.resolve();
  await expect.element(screen.getByText(/^Thank you/)).toBeVisible();
  await expect.poll(asksBeforeLeaving).toBe(false);
});

test('a message to the site that is sent again after a lost response has the same id', async () => {
  const respond = network.response;
  network.response = (request) =>
    request.method === 'POST' ? Promise.reject(new TypeError('lost')) : respond(request);
  const screen = await open('/contact');
  await screen.getByRole('textbox', { name: 'Name' }).fill('Ana');
  await screen.getByRole('textbox', { name: 'Email' }).fill('ana@example.com');
  const text = screen.getByRole('textbox', { name: 'Message' });
  await text.fill('Where is the search for jobs?');
  const send = screen.getByRole('button', { name: 'Send message' });
  const ids: (string | undefined)[] = [];
  const sendAgain = async (): Promise<void> => {
    await send.click();
    await expect.element(send).not.toHaveAttribute('aria-disabled', 'true');
    await expect.element(screen.getByRole('alert')).toBeVisible();
    const body = network.asked.findLast(({ url }) => url.pathname === '/api/contact')?.body ?? '';
    ids.push(/"clientId":"([\w-]+)"/.exec(body)?.[1]);
  };
  await sendAgain();
  await sendAgain();
  // Another text is another message.
  await text.fill('Where is the search for homes?');
  await sendAgain();
  const [first, second, third] = ids;
  expect(first).toEqual(expect.any(String));
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a user who is signed in need not say who they are, and corrects one field at a time', async () => {
  signIn();
  const screen = await open('/contact');
  const name = screen.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveValue(mila.name);
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(mila.email);
  await name.fill('');
  const send = screen.getByRole('button', { name: 'Send message' });
  await send.click();
  const text = screen.getByRole('textbox', { name: 'Message' });
  await expect.element(text).toHaveAttribute('aria-invalid', 'true');
  await text.fill('Where is the search for jobs?');
  await expect.element(text).not.toHaveAttribute('aria-invalid', 'true');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
  await expect.element(text).toHaveFocus();
  network.response = () => Response.json({ success: true });
  await name.fill('Mila');
  await send.click();
  await expect.element(screen.getByText(/^Thank you/)).toBeVisible();
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Message' })).toHaveFocus();
});
