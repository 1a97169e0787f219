import { QueryClientProvider } from '@tanstack/react-query';
import type { RejectedRow, Source, SourceRun } from '@izgodno/contract/sources/source';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { createQueryClient } from '#core/api/query-client.ts';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';

interface SentRequest {
  readonly call: string;
  readonly body: unknown;
}

const world = vi.hoisted(
  (): { asked: SentRequest[]; responses: Record<string, () => Response> } => ({
    asked: [],
    responses: {},
  }),
);

// The client takes `fetch` when it is created, so the component is imported afterwards.
globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const request = new Request(input, init);
  const call = `${request.method} ${new URL(request.url).pathname}`;
  const body = await request.text();
  world.asked.push({ call, body: body === '' ? null : JSON.parse(body) });
  return world.responses[call]?.() ?? Response.json({ success: true });
});
const { Sources } = await import('./sources.tsx');

const counts = {
  rows: 1_200,
  inserted: 5,
  updated: 7,
  unchanged: 1_185,
  removed: 0,
  rejected: 3,
  duplicates: 0,
};

const lastRun: SourceRun = {
  id: '7',
  status: 'succeeded',
  startedAt: '2026-11-21T08:00:00.000Z',
  finishedAt: '2026-11-21T08:00:09.000Z',
  errorCode: null,
  errorDetail: null,
  counts,
  rejectedReasons: { price_missing: 3 },
};

const source = (more: Partial<Source> = {}): Source => ({
  id: 'coffee',
  name: 'Coffee & Tea',
  group: 'other',
  kind: 'merchant-feed',
  status: 'healthy',
  reason: null,
  paused: false,
  everySeconds: 3_600,
  checkedAt: '2026-11-21T08:00:00.000Z',
  nextRunAt: '2026-11-21T09:00:00.000Z',
  lastRun,
  lastRead: lastRun,
  ...more,
});

const shrunk = source({
  id: 'toys',
  name: 'Toys',
  status: 'degraded',
  reason: { code: 'FEED_SHRUNK', detail: '4 usable rows' },
});

const row = (number: number, reason: string): RejectedRow => ({
  row: number,
  externalId: `K-${number}`,
  reason,
  detail: 'on request',
});

const preview = {
  success: true,
  name: 'Books of Sofia',
  suggestedId: 'books.example.bg',
  rows: 200,
  accepted: 198,
  rejectedReasons: { price_missing: 2 },
  deals: [
    {
      externalId: '1',
      title: 'A novel',
      price: { amount: 1_250, currency: 'EUR' },
      category: 'books-media',
      sourceCategory: 'Media > Novels',
      condition: 'new',
      link: 'https://books.example.bg/1',
    },
  ],
  rejected: [row(5, 'price_missing')],
};

const reject =
  (code: string, fields?: object, status = 422) =>
  () =>
    Response.json(
      {
        success: false,
        error: { code, message: code, ...(fields === undefined ? {} : { fields }) },
      },
      { status },
    );

const asked = (call: string) => world.asked.filter((one) => one.call === call);

const open = async (
  sources: readonly Source[],
  queue: { readonly waiting: number; readonly since: string | null } = { waiting: 0, since: null },
) => {
  world.responses['GET /api/sources'] = () => Response.json({ success: true, sources, queue });
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <Sources />
    </QueryClientProvider>,
  );
};

beforeEach(async () => {
  world.asked.length = 0;
  world.responses = {};
  await page.viewport(1280, 900);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('sources'), loadArea('accounts.session'), loadArea('deals')]);
});

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

test('shows the status of each source, and the result of its last run', async () => {
  await open([source(), shrunk]);
  const coffee = rowOf('Coffee & Tea');
  await expect.element(coffee).toMatchTextContent(/Healthy/);
  await expect.element(coffee).toMatchTextContent(/Read to the end/);
  await expect.element(coffee).toMatchTextContent(/Rows1,200New5Changed7Unchanged1,185/);
  const toys = rowOf('Toys');
  await expect.element(toys).toMatchTextContent(/Degraded/);
  await expect.element(toys).toMatchTextContent(/Nearly all its deals are missing\./);
  await expect.element(toys).toMatchTextContent(/4 usable rows/);
});

test('shows the age of the queue, the deals of all sources, and a source that never succeeded', async () => {
  await open([
    source({ deals: 1_200 }),
    { ...shrunk, deals: 34, checkedAt: null },
    source({ id: 'tea', name: 'Tea house', checkedAt: null, lastRun: null, lastRead: null }),
  ]);
  await expect.element(page.getByText('No source is waiting to be read.')).toBeVisible();
  await expect.element(page.getByText('Deals offered by all sources: 1,234.')).toBeVisible();
  await expect.element(rowOf('Toys')).toMatchTextContent(/Never read to the end/);
  await expect.element(rowOf('Tea house')).not.toMatchTextContent(/Never read to the end/);
});

test('shows the day of a next reading that is not today', async () => {
  const [soon, far] = [60_000, 23 * 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  await open([
    source({ nextRunAt: soon ?? null }),
    source({ id: 'tea', name: 'Tea house', nextRunAt: far ?? null }),
  ]);
  await expect.element(rowOf('Coffee & Tea')).toMatchTextContent(/Next reading: \d+:\d\d/);
  await expect
    .element(rowOf('Tea house'))
    .toMatchTextContent(/Next reading: \d+\/\d+\/\d+, \d+:\d\d/);
});

test('shows how long the first of the waiting sources waits', async () => {
  const since = new Date(Date.now() - 20.9 * 60_000).toISOString();
  await open([source()], { waiting: 3, since });
  // The page's clock is up to a minute late.
  const text = /Sources waiting to be read: 3\. The first was due (?:19|20) minutes ago\./;
  await expect.element(page.getByText(text)).toBeVisible();
});

test('a source with an empty last run shows the run that read rows, and what it rejected', async () => {
  world.responses['GET /api/sources/coffee/runs/7/rejected'] = () =>
    Response.json({ success: true, rows: [row(3, 'price_missing')], nextCursor: null });
  const nothing = { ...counts, rows: 0, unchanged: 0, inserted: 0, updated: 0, rejected: 0 };
  await open([
    source({ lastRun: { ...lastRun, id: '8', status: 'unchanged', counts: nothing } }),
    source({ id: 'tea', name: 'Tea house', kind: 'kind-of-tomorrow' }),
  ]);
  const coffee = rowOf('Coffee & Tea');
  await expect.element(coffee).toMatchTextContent(/coffee · merchant feed/);
  await expect.element(coffee).toMatchTextContent(/Nothing has changed/);
  await expect.element(coffee).toMatchTextContent(/As read .*:Rows1,200New5/);
  await expect.element(rowOf('Tea house')).toMatchTextContent(/tea · connector of its own/);
  await expect.element(rowOf('Tea house')).not.toMatchTextContent(/As read/);
  await press('Rejected rows of Coffee & Tea');
  await expect.element(page.getByText('Row 3 · K-3')).toBeVisible();
});

test('runs a source now, and one that was held back on request', async () => {
  await open([source(), shrunk]);
  await press('Run now: Coffee & Tea');
  await expect
    .poll(() => asked('POST /api/sources/coffee/run'))
    .toMatchObject([{ body: { allowShrink: false } }]);
  await expect
    .element(page.getByRole('button', { name: /^Import anyway: Coffee/ }))
    .not.toBeInTheDocument();
  await press('Import anyway: Toys, although nearly all its deals are missing');
  await expect
    .poll(() => asked('POST /api/sources/toys/run'))
    .toMatchObject([{ body: { allowShrink: true } }]);
});

test('pauses a source and refreshes the list; a paused one can be resumed', async () => {
  await open([source()]);
  await expect.element(page.getByRole('button', { name: 'Pause Coffee & Tea' })).toBeVisible();
  world.responses['GET /api/sources'] = () =>
    Response.json({ success: true, sources: [source({ paused: true, nextRunAt: null })] });
  await press('Pause Coffee & Tea');
  await expect.element(rowOf('Coffee & Tea')).toMatchTextContent(/Paused/);
  await press('Resume Coffee & Tea');
  await expect.poll(() => asked('POST /api/sources/coffee/resume')).toHaveLength(1);
  expect(asked('POST /api/sources/coffee/pause')).toHaveLength(1);
});

test('shows the rejected rows with their reasons, page by page', async () => {
  const pages = [
    { success: true, rows: [row(3, 'price_missing')], nextCursor: '3' },
    { success: true, rows: [row(9, 'reason_of_tomorrow')], nextCursor: null },
  ];
  world.responses['GET /api/sources/coffee/runs/7/rejected'] = () => Response.json(pages.shift());
  await open([source()]);
  await press('Rejected rows of Coffee & Tea');
  const dialog = page.getByRole('dialog', { name: 'Rejected rows of Coffee & Tea' });
  await expect.element(dialog.getByText('No price: 3')).toBeVisible();
  await expect.element(dialog.getByText('No price', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('Row 3 · K-3')).toBeVisible();
  await press('Show more');
  await expect.element(dialog.getByText('Row 9 · K-9')).toBeVisible();
  await expect.element(dialog.getByText('Not usable')).toBeVisible();
  await press('Close');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('adds a feed after a preview of its rows', async () => {
  world.responses['POST /api/sources/preview'] = () => Response.json(preview);
  world.responses['POST /api/sources'] = () => Response.json({ success: true, id: 'books' });
  await open([]);
  await expect.element(page.getByText(/^No source is read on a schedule yet/)).toBeVisible();
  await userEvent.fill(page.getByLabelText('Address of the feed'), 'https://books.example.bg/f');
  await press('Preview');
  await expect.element(page.getByText('198 of 200 rows can be used')).toBeVisible();
  await expect.element(page.getByText('A novel')).toBeVisible();
  await expect.element(page.getByText('Books & Media (Media > Novels)')).toBeVisible();
  await expect.element(page.getByText('No price: 2')).toBeVisible();
  await expect.element(page.getByLabelText('Display name')).toHaveValue('Books of Sofia');
  await userEvent.fill(page.getByLabelText('Name in addresses and filters'), 'books');
  await userEvent.click(page.getByLabelText(/^Its deals pay us a commission/));
  await press('Add this source');
  await expect
    .poll(() => asked('POST /api/sources').map(({ body }) => body))
    .toMatchObject([
      { url: 'https://books.example.bg/f', id: 'books', name: 'Books of Sofia', commission: true },
    ]);
  await expect.element(page.getByLabelText('Address of the feed')).toHaveValue('');
});

test('an invalid URL shows why, until it is changed', async () => {
  world.responses['POST /api/sources/preview'] = reject('feed_unusable', {
    url: { code: 'FEED_IS_HTML', message: 'This is a web page.' },
  });
  await open([]);
  const field = page.getByLabelText('Address of the feed');
  await userEvent.fill(field, 'https://books.example.bg');
  await press('Preview');
  const error = page.getByText('The address leads to a web page, not to a feed.');
  await expect.element(error).toBeVisible();
  await userEvent.fill(field, 'https://books.example.bg/feed.xml');
  await expect.element(error).not.toBeInTheDocument();
});

test('an id that is taken shows an error', async () => {
  world.responses['POST /api/sources/preview'] = () => Response.json(preview);
  world.responses['POST /api/sources'] = reject('source_id_taken');
  await open([]);
  await userEvent.fill(page.getByLabelText('Address of the feed'), 'https://books.example.bg/f');
  await press('Preview');
  await press('Add this source');
  await expect.element(page.getByText('A source with this name already exists.')).toBeVisible();
});

test('shows that a role requires a second factor, and links to its set-up', async () => {
  world.responses['GET /api/sources'] = reject('second_factor_required', undefined, 403);
  await render(
    <QueryClientProvider client={createQueryClient()}>
      <Sources />
    </QueryClientProvider>,
  );
  const alert = page.getByRole('alert');
  await expect.element(page.getByText(/^Your role needs a second step at sign-in\./)).toBeVisible();
  await expect
    .element(alert.getByRole('link', { name: 'Set up a second step' }))
    .toHaveAttribute('href', '/settings#security');
  await chooseLanguage('bg');
  await expect.element(page.getByText(/^Ролята Ви изисква втора стъпка при вход\./)).toBeVisible();
});
