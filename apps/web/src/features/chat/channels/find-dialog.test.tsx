import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { aChannel, CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

const { membership, ...channel } = aChannel();
let direct: Response;

const response = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  const { pathname, searchParams } = new URL(request.url);
  const named = (name: string) =>
    name.toLowerCase().startsWith((searchParams.get('q') ?? '').toLowerCase());
  switch (`${request.method} ${pathname}`) {
    case 'GET /api/channels/public': {
      const channels = [{ ...channel, membership: null }].filter(({ name }) => named(name));
      return Response.json({ success: true, channels, nextCursor: null });
    }
    case 'GET /api/chat/people':
      return Response.json({
        success: true,
        people: [ME, OTHER].filter(({ name }) => named(name)),
      });
    case 'POST /api/channels/direct':
      return direct;
    default:
      return Response.json({
        success: true,
        channel: { ...channel, membership },
        outcome: 'member',
      });
  }
};
globalThis.fetch = vi.fn<typeof fetch>(response);

const { BrowseChannelsDialog, NewDirectDialog } = await import('./find-dialog.tsx');

const onOpen = vi.fn<(channelId: string) => void>();
const dialog = { userId: ME.id, onOpen, onClose: () => {} };

beforeEach(async () => {
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([loadArea('chat'), loadArea('chat.more')]);
  onOpen.mockClear();
  direct = Response.json({ success: true, channel: { ...channel, membership } });
});

test('public channels are listed, found by name, and opened once joined', async () => {
  await render(
    <InPage>
      <BrowseChannelsDialog {...dialog} />
    </InPage>,
  );
  await expect.element(page.getByText('General')).toBeVisible();
  await page.getByLabelText('Find a channel').fill('zebra');
  await expect.element(page.getByText('No channel found')).toBeVisible();
  await page.getByLabelText('Find a channel').fill(' gen ');
  await page.getByRole('button', { name: 'Join General' }).click();
  await expect.poll(() => onOpen.mock.lastCall?.[0]).toBe(CHANNEL_ID);
});

test('a public channel has the whole width of a phone for its name and topic', async () => {
  await page.viewport(360, 740);
  await render(
    <InPage>
      <BrowseChannelsDialog {...dialog} />
    </InPage>,
  );
  const row = page.getByRole('listitem');
  await expect.element(row).toBeVisible();
  const [text, whole] = [row.getByText('General'), row].map((one) =>
    one.element().parentElement?.getBoundingClientRect(),
  );
  expect(text?.width).toBeGreaterThan((whole?.width ?? Infinity) - 20);
});

test('users are searched once a name is typed, never the user themselves', async () => {
  await render(
    <InPage>
      <NewDirectDialog {...dialog} />
    </InPage>,
  );
  await page.getByLabelText('Name of the person').fill('Ann');
  await expect.element(page.getByText('No such person found')).toBeVisible();
  await page.getByLabelText('Name of the person').fill('мар');
  await page.getByRole('button', { name: OTHER.name }).click();
  await expect.poll(() => onOpen.mock.lastCall?.[0]).toBe(CHANNEL_ID);
});

test('the dialog shows why a conversation cannot be opened', async () => {
  const error = { code: 'not_found', message: 'Not found' };
  direct = Response.json({ success: false, error }, { status: 404 });
  await render(
    <InPage>
      <NewDirectDialog {...dialog} />
    </InPage>,
  );
  await page.getByLabelText('Name of the person').fill('мар');
  await page.getByRole('button', { name: OTHER.name }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(onOpen).not.toHaveBeenCalled();
});
