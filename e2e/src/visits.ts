import type { Page } from '@playwright/test';
import { pages, type PageKey } from '../../apps/web/src/app/pages.ts';
import { becomeAdministrator } from './become-administrator.ts';
import { expect } from './journey.ts';
import { pngImage } from './png-image.ts';
import type { Product } from './product.ts';
import { showWholeDeal } from './show-whole-deal.ts';

/** Every page of the pages table, and the overlays and states that a press or an address opens. */

export interface World {
  readonly dealId: string;
  readonly userId: string;
}

interface State {
  readonly name: string;
  /** Its own address; absent for that of the page. */
  readonly path?: string;
  /** Opens it on the freshly loaded page, or waits for it. */
  readonly open?: (page: Page) => Promise<void>;
}

interface Visit {
  /** Absent for the path in the table. */
  readonly path?: (world: World) => string;
  /** Whether only signed-out visitors see it. */
  readonly anonymous?: boolean;
  /** Whether its drawer is checked on a phone; pages with the same drawer need this once. */
  readonly hasDrawer?: boolean;
  readonly states?: readonly State[];
}

const at = (path: string): Visit => ({ path: () => path });
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

const dialogOf = async (page: Page, name: string | RegExp): Promise<void> => {
  await expect(page.getByRole('dialog', { name })).toBeVisible();
};

/** The pages that need more than a visit to their path. */
const visits: Readonly<Partial<Record<PageKey, Visit>>> = {
  deals: {
    hasDrawer: true,
    states: [
      {
        name: 'searched, filtered and in rows',
        path: '/deals?q=laptop&category=electronics&inStock=true&view=list',
      },
      {
        name: 'with nothing found',
        path: '/deals?q=qwxzvjjkkq&condition=new',
        open: async (page) => {
          await expect(page.getByText('No results found for the query')).toBeVisible();
        },
      },
      {
        name: 'with suggestions',
        open: async (page) => {
          await page.getByRole('combobox', { name: 'Search deals' }).pressSequentially('вел');
          await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
        },
      },
      {
        name: 'saving a search',
        path: '/deals?q=laptop&save=',
        open: async (page) => {
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
      {
        name: 'with the menu of the account',
        open: async (page) => {
          await press(page, /^Account/);
          await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
        },
      },
      {
        name: 'with notices',
        open: async (page) => {
          await press(page, /^Notifications/);
          await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
        },
      },
    ],
  },
  deal: {
    path: ({ dealId }) => `/deals/${dealId}`,
    states: [
      { name: 'of a shop', path: '/deals/1' },
      {
        name: 'with its picture enlarged',
        path: '/deals/1',
        open: async (page) => {
          await press(page, /^Enlarge/);
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
      {
        name: 'reporting it',
        path: '/deals/1',
        open: async (page) => {
          await press(page, 'Report');
          await dialogOf(page, 'Report this deal');
        },
      },
      {
        name: 'with photos for a comment',
        path: '/deals/1#comments',
        open: async (page) => {
          await page.getByLabel('Your comment').fill('Mine after a year');
          const photo = {
            name: 'mine.png',
            mimeType: 'image/png',
            buffer: pngImage([60, 120, 200]),
          };
          await page.locator('#deal-comments input[type=file]').setInputFiles([photo, photo]);
          await expect(page.getByRole('button', { name: 'Remove photo: mine.png' })).toHaveCount(2);
        },
      },
    ],
  },
  trending: { hasDrawer: true },
  post: at('/post'),
  login: { anonymous: true },
  register: { anonymous: true },
  forgotPassword: { anonymous: true },
  resetPassword: { path: () => '/reset-password#unknown', anonymous: true },
  confirmEmail: { path: () => '/confirm-email#unknown', anonymous: true },
  chat: {
    path: () => '/chat',
    hasDrawer: true,
    states: [
      {
        name: 'about the channel',
        open: async (page) => {
          await press(page, 'About the channel');
          await expect(page.getByRole('tablist', { name: 'About the channel' })).toBeVisible();
        },
      },
      {
        name: 'searching messages',
        open: async (page) => {
          await press(page, 'Search messages');
          await expect(page.getByRole('searchbox').first()).toBeVisible();
        },
      },
      {
        name: 'searching messages, files and deals',
        path: '/chat/search?q=laptop',
        open: async (page) => {
          await expect(page.getByRole('region', { name: 'Deals' })).toBeVisible();
        },
      },
      {
        name: 'with emoji',
        open: async (page) => {
          await press(page, 'Emoji');
          await dialogOf(page, 'Emoji');
        },
      },
      {
        name: 'with an upload in its three forms',
        open: async (page) => {
          // Gets no response, so that it stays in progress.
          await page.route(/\/api\/(storj|uploads)\//, () => undefined);
          await page.locator('input[type=file][multiple]').setInputFiles({
            name: 'tent.png',
            mimeType: 'image/png',
            buffer: pngImage([20, 120, 60]),
          });
          await press(page, 'Send');
          await expect(page.getByRole('region', { name: 'Upload Manager' })).toBeVisible();
        },
      },
    ],
  },
  administration: {
    path: () => '/admin',
    states: [
      {
        name: 'with a user, suspending them',
        // The demo's users come with the demo talk.
        path: '/admin?role=member',
        open: async (page) => {
          await page.getByRole('list', { name: 'People' }).getByRole('link').first().click();
          await press(page, 'Suspend');
          await dialogOf(page, 'Suspend');
        },
      },
      {
        name: 'with the checks of the doctor',
        path: '/admin?view=checks',
        open: async (page) => {
          await expect(page.getByText(/^Search index (?!runs)/)).toBeVisible();
        },
      },
      {
        name: 'with the settings in force',
        path: '/admin?view=settings',
        open: async (page) => {
          await expect(page.getByText(/^DATA_DIR/)).toBeVisible();
        },
      },
      {
        name: 'with the searches of visitors',
        path: '/admin?view=searches',
        open: async (page) => {
          await expect(page.getByText(/^\d+ search(es)?: /)).toBeVisible();
        },
      },
      {
        name: 'with the background jobs',
        path: '/admin?view=jobs',
        open: async (page) => {
          await expect(page.getByText(/^Ready: \d/)).toBeVisible();
        },
      },
      {
        name: 'with the mail log, after a test mail',
        path: '/admin?view=mails',
        open: async (page) => {
          await press(page, 'Send a test mail to me');
          await expect(page.getByText(/SMTP_URL/).first()).toBeVisible();
        },
      },
      {
        name: 'with the sources',
        path: '/admin?view=sources',
        open: async (page) => {
          await expect(page.getByLabel('Address of the feed')).toBeVisible();
        },
      },
      {
        name: 'with the health of every node',
        path: '/admin?view=nodes',
        open: async (page) => {
          await expect(page.getByText(/^Runs since/)).toBeVisible();
        },
      },
      {
        name: 'with the backups',
        path: '/admin?view=backups',
        open: async (page) => {
          await expect(page.getByText(/BACKUP_TO/).first()).toBeVisible();
        },
      },
      {
        name: 'with the audit trail',
        path: '/admin?view=trail',
        open: async (page) => {
          await expect(page.getByRole('list', { name: 'Audit trail' })).toBeVisible();
        },
      },
    ],
  },
  seller: { path: ({ userId }) => `/users/${userId}` },
  leaveNewsletter: at('/newsletter/leave?token=unknown'),
  styleguide: {
    states: [
      {
        name: 'with messages and a dialog',
        open: async (page) => {
          for (const name of ['Information', 'Success', 'Failure']) await press(page, name);
          await press(page, 'Open the dialog');
          await dialogOf(page, 'A question to answer');
        },
      },
    ],
  },
  categoryDeals: at('/c/sports'),
  sourceDeals: at('/shop/users'),
  brandDeals: at('/brand/kumira'),
  locationDeals: at('/in/sofia'),
  notFound: at('/nowhere'),
};

const isPageKey = (key: string): key is PageKey => Object.hasOwn(pages, key);
export const everyPage = Object.keys(pages)
  .filter(isPageKey)
  .map((key) => ({ key, visit: visits[key] ?? {} }));

/** Loads the page of a visit or one of its states, and waits until it is complete. */
export const load = async (
  page: Page,
  { key, visit }: (typeof everyPage)[number],
  world: World,
  state?: State,
): Promise<void> => {
  // The offline page leaves as soon as the server responds.
  if (key === 'offline')
    await page.route('**/api/health', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(state?.path ?? visit.path?.(world) ?? pages[key].path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await showWholeDeal(page);
  await state?.open?.(page);
};

/** Signs up as the administrator, and posts a deal. */
export const settle = async (page: Page, product: Pick<Product, 'consoleLink'>): Promise<World> => {
  await becomeAdministrator(page, product);
  const made = await page.evaluate(async () => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${localStorage.getItem('accessToken') ?? ''}`,
    };
    const response = await fetch('/api/deals', {
      method: 'POST',
      headers,
      body: JSON.stringify({
        title: 'Планински велосипед с неописуемодългоимебезнитоедининтервал',
        description: 'Запазен, с нови гуми.',
        price: { amount: 25_000, currency: 'EUR' },
        category: 'sports',
        condition: 'good',
        tags: ['велосипед'],
      }),
    });
    return response.text();
  });
  const dealId = /"deal":\{"id":"(\d+)"/.exec(made)?.[1];
  const userId = /"seller":\{"id":"([\da-f-]{36})"/.exec(made)?.[1];
  if (dealId === undefined || userId === undefined) throw new Error(`No deal was posted: ${made}`);
  return { dealId, userId };
};
