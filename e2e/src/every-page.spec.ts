import type { Page } from '@playwright/test';
import { pages, type PageKey } from '../../apps/web/src/app/pages.ts';
import { openDrawer } from './drawer.ts';
import { becomeAdministrator } from './become-administrator.ts';
import { expect, test as base } from './journey.ts';
import { axeViolations, cutContent, hiddenFocus, smallTargets, spaceTexts } from './page-errors.ts';
import type { Product } from './product.ts';
import { pngImage } from './png-image.ts';
import { whenStill } from './when-still.ts';

/** Every page of the pages table and every overlay, checked for accessibility. */

const ADMIN_EMAIL = 'operator@example.com';
const PASSWORD = 'trotting otter lamp 9';

const test = base.extend({ baseURL: async ({ ownProduct }, use) => use(ownProduct.url) });

// The administrator sees every page, and posts of this journey are in a product of its own.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A common screen at a zoom of 400 %, in CSS pixels (WCAG 2.2, 1.4.10). */
const ZOOMED = { width: 320, height: 256 } as const;
/** The number of controls checked on each page. */
const TAB_PRESSES = 60;

interface World {
  readonly dealId: string;
  readonly userId: string;
}

interface State {
  readonly name: string;
  /** Opens it, on a freshly loaded page. */
  readonly open: (page: Page) => Promise<void>;
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
        open: async (page) => {
          await page.goto('/deals?q=laptop&category=electronics&inStock=true&view=list');
        },
      },
      {
        name: 'with nothing found',
        open: async (page) => {
          await page.goto('/deals?q=qwxzvjjkkq&condition=new');
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
        open: async (page) => {
          await page.goto('/deals?q=laptop&save=');
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
          await press(page, /^Notices/);
          await expect(page.getByRole('region', { name: 'Notices' })).toBeVisible();
        },
      },
    ],
  },
  deal: {
    path: ({ dealId }) => `/deals/${dealId}`,
    states: [
      {
        name: 'of a shop',
        open: async (page) => {
          await page.goto('/deals/1');
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        },
      },
      {
        name: 'with its picture enlarged',
        open: async (page) => {
          await page.goto('/deals/1');
          await press(page, /^Enlarge/);
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
      {
        name: 'reporting it',
        open: async (page) => {
          await page.goto('/deals/1');
          await press(page, 'Report');
          await dialogOf(page, 'Report this deal');
        },
      },
    ],
  },
  trending: { hasDrawer: true },
  post: at('/post'),
  login: { anonymous: true },
  register: { anonymous: true },
  forgotPassword: { anonymous: true },
  resetPassword: { path: () => '/reset-password?token=unknown', anonymous: true },
  confirmEmail: { anonymous: true },
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
  notFound: at('/nowhere'),
};

const isPageKey = (key: string): key is PageKey => Object.hasOwn(pages, key);
const listed = Object.keys(pages)
  .filter(isPageKey)
  .map((key) => ({ key, visit: visits[key] ?? {} }));

const settled = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
};

const chooseTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate((chosen) => {
    document.documentElement.dataset['theme'] = chosen;
  }, theme);
  await whenStill(page);
};

/** Everything that can be checked without reloading the page. */
const errorsOf = async (page: Page, name: string): Promise<string[]> => {
  await chooseTheme(page, 'light');
  const light = await axeViolations(page);
  const small = await smallTargets(page);
  const cut = await cutContent(page);
  await chooseTheme(page, 'dark');
  // Nothing else depends on the theme.
  const dark = await axeViolations(page, ['color-contrast']);
  return [...light, ...dark.map((error) => `dark: ${error}`), ...small, ...cut].map(
    (error) => `${name}: ${error}`,
  );
};

/** Content that is cut off at a zoom of 400 %, and with increased text spacing. */
const zoomErrors = async (page: Page): Promise<string[]> => {
  const usual = page.viewportSize();
  await page.setViewportSize(ZOOMED);
  const zoomed = await cutContent(page);
  if (usual !== null) await page.setViewportSize(usual);
  await spaceTexts(page);
  const spaced = await cutContent(page);
  return [
    ...zoomed.map((error) => `zoomed: ${error}`),
    ...spaced.map((error) => `spaced: ${error}`),
  ];
};

/** Signs up as the administrator, and posts a deal. */
const settle = async (page: Page, product: Pick<Product, 'consoleLink'>): Promise<World> => {
  await becomeAdministrator(page, product, {
    name: 'Olga Operator',
    email: ADMIN_EMAIL,
    password: PASSWORD,
  });
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

test('every page and overlay can be read, reached and pressed, in both themes', async ({
  page,
  otherVisitor,
  ownProduct,
  isMobile,
  expectedConsole,
}) => {
  test.setTimeout(600_000);
  // Leaving a page closes its socket abruptly; the link of no mail is rejected.
  expectedConsole.push(/WebSocket connection to .* failed/, /status of 404/);
  const world = await settle(page, ownProduct);
  const errors: string[] = [];
  for (const { key, visit } of listed) {
    const {
      path = () => pages[key].path,
      anonymous = false,
      hasDrawer = false,
      states = [],
    } = visit;
    const visitor = anonymous ? otherVisitor : page;
    const load = async (): Promise<void> => {
      await visitor.goto(path(world));
      await settled(visitor);
    };
    await load();
    errors.push(...(await errorsOf(visitor, key)));
    const further = isMobile ? await zoomErrors(visitor) : await hiddenFocus(visitor, TAB_PRESSES);
    errors.push(...further.map((error) => `${key}: ${error}`));
    if (isMobile && hasDrawer) {
      await openDrawer(visitor);
      errors.push(...(await errorsOf(visitor, `${key} with its drawer`)));
    }
    for (const { name, open } of states) {
      await load();
      await open(visitor);
      errors.push(...(await errorsOf(visitor, `${key} ${name}`)));
    }
  }
  expect(errors).toEqual([]);
});
