import { getMe } from '@izgodno/contract/accounts/calls';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { addMember, createChannel } from '@izgodno/contract/chat/channel-calls';
import { fillRegistration, fillSignIn } from '../account-forms.ts';
import { expect, test } from '../journey.ts';
import { createRandom } from '@izgodno/demo/random';
import { expectEqual } from './checks.ts';
import { Device, type Room } from './device.ts';
import { inTime } from './patience.ts';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';

const MINUTE_MS = 60_000;
/** How long the devices act until they are compared, in milliseconds. */
const ROUND_MS = 40_000;

const minutes = Number(process.env['DAY_MINUTES'] ?? 30);
const seed = Number(process.env['DAY_SEED'] ?? Date.now() % 1_000_000);

const desk = { viewport: { width: 1440, height: 900 } };
const laptop = { viewport: { width: 1024, height: 700 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

test.use({ ownSettings: { DEMO_DATA: 'off', UPLOAD_PACING: 'instant' } });

/** Uncaught errors of the pages. */
const errors: string[] = [];

const openBrowser = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const context = await browser.newContext({ ...options, locale: 'en-GB' });
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  return page;
};

const register = async (page: Page, url: string, name: string): Promise<string> => {
  await page.goto(`${url}/register`);
  const email = await fillRegistration(page, name);
  await expect(page).toHaveURL(/\/deals/);
  return email;
};

const signIn = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(`${url}/login`);
  await fillSignIn(page, email);
  await expect(page).toHaveURL(/\/deals/);
};

/** Makes a call as the user of a page. */
const request = (page: Page, method: string, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async ([verb, url, sent]) => {
      const headers = {
        Authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}`,
      };
      const given =
        sent === ''
          ? { headers }
          : { headers: { ...headers, 'Content-Type': 'application/json' }, body: sent ?? '' };
      return (await fetch(url ?? '', { method: verb ?? '', ...given })).json();
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)],
  );

/** Public channels that both users are in. */
const makeRooms = async (
  owner: Page,
  member: Page,
  names: readonly string[],
): Promise<readonly Room[]> => {
  const me = expectShape(getMe.response, await request(member, 'GET', '/api/auth/me'));
  const rooms: Room[] = [];
  for (const name of names) {
    const made = await request(owner, 'POST', '/api/channels', { name, kind: 'public' });
    const { id } = expectShape(createChannel.response, made).channel;
    const joined = await request(member, 'PUT', `/api/channels/${id}/members/${me.user.id}`);
    expectShape(addMember.response, joined);
    rooms.push({ id, name });
  }
  return rooms;
};

test('a day of work leaves every device with the same messages and numbers', async ({
  browser,
  ownProduct: { url },
}) => {
  test.setTimeout((minutes + 10) * MINUTE_MS);
  const pages = {
    desk: await openBrowser(browser, desk),
    phone: await openBrowser(browser, phone),
    laptop: await openBrowser(browser, laptop),
  };
  const email = await register(pages.desk, url, 'Ann Lee');
  await register(pages.laptop, url, 'Boris Petrov');
  await signIn(pages.phone, url, email);
  const rooms = await makeRooms(pages.desk, pages.laptop, ['Garage', 'Cellar', 'Attic']);
  const [garage, cellar, attic] = rooms;
  if (garage === undefined || cellar === undefined || attic === undefined)
    throw new Error('There are no rooms.');
  const devices = [
    { name: 'desk', ownRooms: [garage, attic] },
    { name: 'phone', ownRooms: [cellar] },
    { name: 'laptop', ownRooms: rooms },
  ] as const;
  const played = devices.map(({ name, ownRooms }, index) => {
    const random = createRandom(seed + index);
    return new Device(name, pages[name], { rooms, ownRooms, random });
  });
  for (const device of played) await device.page.goto(`${url}/chat/${garage.id}`);

  const end = Date.now() + minutes * MINUTE_MS;
  for (let round = 1; Date.now() < end; round += 1) {
    const until = Math.min(end, Date.now() + ROUND_MS);
    await test.step(`round ${round}, seed ${seed}`, async () => {
      await Promise.all(played.map((device) => device.playUntil(until)));
      await inTime('The comparison', expectEqual(played, rooms));
      expect(errors).toEqual([]);
    });
  }
  for (const { name, sent, played: acts } of played)
    process.stdout.write(`${name}: ${sent.length} messages; ${JSON.stringify([...acts])}\n`);
});
