import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import type { Message } from '@izgodno/contract/chat/message';
import { UPLOAD_PROGRESS_HOLD_MS } from '@izgodno/contract/uploads/limits';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { chooseLanguage, loadArea, startLanguage } from '#core/language/language.ts';
import { publish } from '../testing/fake-realtime.ts';
import { aFile, aMessage } from '../testing/messages.ts';
import { messageHref } from '../paths.ts';
import { aChannel, CHANNEL_ID, InPage, ME, OTHER } from '../testing/served-chat.tsx';

vi.mock('#core/realtime/browser/realtime.ts', () => import('../testing/fake-realtime.ts'));

/** The calls that the page has made. */
const sent: string[] = [];
/** What the responses to reactions wait for. */
let reacting: Promise<void> = Promise.resolve();
globalThis.fetch = vi.fn<typeof fetch>(async (input, init) => {
  const { method, url, headers } = new Request(input, init);
  const { pathname } = new URL(url);
  sent.push(`${method} ${pathname}`);
  if (pathname === '/api/files/gone') return new Response(null, { status: 404 });
  if (pathname.startsWith('/api/files/')) {
    const lines = Array.from({ length: 1_000 }, (_, line) => `Ред ${line + 1}`);
    // A proxy may drop the range.
    return new Response(lines.join('\n'), { status: headers.has('range') ? 206 : 500 });
  }
  if (pathname.includes('/reactions/')) await reacting;
  return Response.json({ success: true });
});

const { directory } = await import('../chat.ts');
const { MessageActionsLayer } = await import('./message-actions-layer.tsx');
const { MessageRow } = await import('./message-row.tsx');

const nothing = (): void => {};

const rows = (messages: readonly Message[], blocked: ReadonlySet<string> = new Set()) => (
  <InPage>
    <MessageActionsLayer
      userId={ME.id}
      channel={aChannel()}
      blocked={blocked}
      onReply={nothing}
      onEdit={nothing}
      onOpenThread={nothing}
      onJump={nothing}
    >
      <section style={{ flex: 1, minWidth: 0 }} aria-label="Messages">
        {messages.map((message, index) => (
          <MessageRow
            key={message.id}
            message={message}
            grouped={index === 1}
            isTarget={false}
            isSeen={index === 2}
          />
        ))}
      </section>
    </MessageActionsLayer>
  </InPage>
);

const show = (messages: readonly Message[], blocked?: ReadonlySet<string>) =>
  render(rows(messages, blocked));

beforeEach(async () => {
  await page.viewport(1000, 800);
  await startLanguage();
  await chooseLanguage('en');
  await Promise.all([
    loadArea('chat'),
    loadArea('chat.more'),
    loadArea('chat.panels'),
    loadArea('uploads'),
  ]);
});

const channelView = (): readonly Message[] => {
  const first = aMessage({
    seq: 1,
    sender: OTHER,
    text: `Has **anybody** seen this? <@${ME.id}>`,
    mentions: [ME],
    reactions: [{ emoji: '👍', count: 2, userIds: [ME.id] }],
    pinnedAt: '2026-11-21T11:00:00Z',
    replyCount: 1,
    editedAt: '2026-11-21T10:30:00Z',
  });
  const { id, seq, sender, text } = first;
  return [
    first,
    aMessage({
      seq: 2,
      sender: OTHER,
      text: '',
      attachments: [
        aFile({ fileName: 'tent.png', mimeType: 'image/png', width: 640, height: 420 }),
        aFile({ fileName: 'voice.webm', mimeType: 'audio/webm', durationMs: 9_000 }),
        aFile({ fileName: 'a.pdf', mimeType: 'application/pdf' }),
      ],
    }),
    aMessage({ seq: 3, sender: ME, replyTo: { id, seq, sender, text }, mentions: [ME] }),
    aMessage({ seq: 4, sender: OTHER, deletedAt: '2026-11-21T10:00:00Z' }),
  ];
};

const list = page.getByRole('region', { name: 'Messages' });

test('shows content, sender and actions', async () => {
  await show(channelView());
  await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect.element(list).toMatchAriaInlineSnapshot(`
    - region "Messages":
      - article /Мария, \\d+:\\d+/:
        - button "Мария"
        - time: /\\d+:\\d+/
        - text: pinned
        - paragraph:
          - text: Has
          - strong: anybody
          - text: seen this? @Ann Lee
        - text: (edited)
        - group "Reactions":
          - button "👍, 2 reactions": "2"
        - button "1 reply"
        - button "Actions for the message of Мария"
      - article /Мария, \\d+:\\d+/:
        - time: /\\d+:\\d+/
        - button "Open picture tent.png"
        - group "Voice message":
          - button "Play"
          - slider "Position": "0"
          - text: 0:09
          - button "Speed 1, change": 1×
        - link "Download a.pdf 15 B":
          - /url: data:,
          - text: a.pdf 15 B
        - button "Actions for the message of Мария"
      - article /Ann Lee, \\d+:\\d+/:
        - button "Ann Lee"
        - time: /\\d+:\\d+/
        - button "In reply to Мария Has anybody seen this? @Ann Lee":
          - text: In reply to
          - strong: Мария
          - text: Has anybody seen this? @Ann Lee
        - paragraph: Message 3
        - text: Seen
        - button "Actions for the message of Ann Lee"
      - article /Мария, \\d+:\\d+/:
        - button "Мария"
        - time: /\\d+:\\d+/
        - paragraph: This message was deleted.
  `);
});

test('a text shows its first lines, if they can be read', async () => {
  const attachments = [
    aFile({ fileName: 'notes.txt', mimeType: 'text/plain', fileUrl: '/api/files/notes' }),
    aFile({ fileName: 'erased.csv', mimeType: 'text/csv', fileUrl: '/api/files/gone' }),
  ];
  await show([aMessage({ seq: 1, sender: OTHER, attachments })]);
  const preview = list.getByRole('figure');
  await expect.element(preview).toMatchTextContent(/^Ред 1 Ред 2 .*Ред 8$/);
  // No half of a line is at its end.
  const clip = preview.element().querySelector('pre');
  const { lineHeight, overflow } = getComputedStyle(clip ?? document.body);
  expect(overflow).toBe('hidden');
  expect((clip?.clientHeight ?? 1) % Number.parseFloat(lineHeight)).toBe(0);
  await expect.poll(() => sent).toContain('GET /api/files/gone');
  await expect.poll(() => preview.elements()).toHaveLength(1);
  await expect.element(list.getByRole('link', { name: 'Download erased.csv 15 B' })).toBeVisible();
});

test('a missing file shows whether it is pending, failed or removed', async () => {
  const none = { mimeType: 'text/plain', fileUrl: null } as const;
  const placeholder = { ...none, isPlaceholder: true } as const;
  const attachments = [
    aFile({ ...placeholder, fileName: 'one.txt', placeholderId: 'one', uploadStatus: 'pending' }),
    aFile({
      ...placeholder,
      fileName: 'second.txt',
      placeholderId: 'second',
      uploadStatus: 'failed',
    }),
    aFile({ ...none, fileName: 'the-third.txt', uploadStatus: 'failed' }),
  ];
  await show([aMessage({ seq: 1, sender: OTHER, attachments })]);
  for (const text of [/· on its way$/, /· not sent$/, /· The file was found harmful/]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
});

test('a file that another device uploads shows how far it is, as long as that device reports it', async () => {
  const placeholder = { mimeType: 'text/plain', fileUrl: null, isPlaceholder: true } as const;
  const attachments = ['one', 'two'].map((name) =>
    aFile({ ...placeholder, fileName: name, placeholderId: name, uploadStatus: 'pending' }),
  );
  await show([aMessage({ seq: 1, sender: OTHER, attachments })]);
  const coming = page.getByText(/· on its way$/);
  await expect.poll(() => coming.elements()).toHaveLength(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const progress of [41, 42]) {
      publish({
        type: 'upload.progress',
        data: { channelId: CHANNEL_ID, files: [{ placeholderId: 'two', progress }] },
      });
      vi.advanceTimersByTime(UPLOAD_PROGRESS_HOLD_MS - 1);
    }
    await expect.element(page.getByText(/^two.*· uploading, 42%$/)).toBeVisible();
    expect(coming.elements()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await expect.poll(() => coming.elements()).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('the mouse reacts and answers with one click, and a long touch opens the menu', async () => {
  const [first] = channelView();
  const screen = await show(first === undefined ? [] : [first]);
  const message = screen.getByRole('article').first();
  // The pointer is where an earlier test left it.
  await userEvent.unhover(message);
  await expect
    .element(screen.getByRole('button', { name: 'React with 👍' }))
    .not.toBeInTheDocument();
  await userEvent.hover(message);
  await screen.getByRole('button', { name: 'React with 👍' }).click();
  await expect
    .poll(() => sent)
    .toContain(`PUT /api/message/${first?.id ?? ''}/reactions/${encodeURIComponent('👍')}`);
  await expect.element(screen.getByRole('button', { name: 'Reply' })).toBeVisible();
  await screen.getByRole('button', { name: 'Save for later' }).click();
  await expect.poll(() => sent).toContain(`PUT /api/message/${first?.id ?? ''}/saved`);
  await userEvent.unhover(message);

  const touch = (type: string) =>
    message
      .element()
      .dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  touch('pointerdown');
  vi.advanceTimersByTime(600);
  touch('pointerup');
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(screen.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
});

test('a reaction is shown at once, and undone if it fails', async () => {
  const message = aMessage({
    seq: 1,
    sender: OTHER,
    reactions: [
      { emoji: '👍', count: 2, userIds: [ME.id, OTHER.id] },
      { emoji: '🎉', count: 1, userIds: [ME.id] },
    ],
  });
  const response = Promise.withResolvers<void>();
  reacting = response.promise;
  const screen = await show([message]);
  await screen.getByRole('button', { name: '🎉, 1 reaction' }).click();
  await expect.element(screen.getByRole('button', { name: /^🎉/ })).not.toBeInTheDocument();
  const liked = screen.getByRole('button', { name: /^👍, / });
  await liked.click();
  await expect.element(liked).toHaveAccessibleName('👍, 1 reaction');
  await expect.element(liked).toHaveAttribute('aria-pressed', 'false');
  await screen.getByRole('article').hover();
  await screen.getByRole('button', { name: 'React with ❤️' }).click();
  await expect
    .element(screen.getByRole('button', { name: '❤️, 1 reaction' }))
    .toHaveAttribute('aria-pressed', 'true');
  response.reject(new TypeError('lost'));
  await expect.element(liked).toHaveAccessibleName('👍, 2 reactions');
  await expect.element(liked).toHaveAttribute('aria-pressed', 'true');
  await expect.element(screen.getByRole('button', { name: /^❤️/ })).not.toBeInTheDocument();
  reacting = Promise.resolve();
});

test('a message is forwarded to a channel, where it names its sender and cannot be edited', async () => {
  directory.put(aChannel({ name: 'Garage' }));
  const [first] = channelView();
  if (first === undefined) throw new Error('There is no message');
  const { id, seq, createdAt } = first;
  const forwarded = { id, channelId: CHANNEL_ID, seq, sender: OTHER, createdAt };
  const elsewhere = { ...forwarded, channelId: '01890000-0000-7000-8000-c00000000009' };
  const screen = await show([
    first,
    aMessage({ seq: 2, sender: ME, forwarded }),
    aMessage({ seq: 3, sender: ME, forwarded: elsewhere }),
  ]);
  await expect
    .element(screen.getByRole('link', { name: 'Forwarded from Мария' }))
    .toHaveAttribute('href', messageHref(CHANNEL_ID, seq));
  expect(screen.getByText('Forwarded from Мария').elements()).toHaveLength(2);
  await screen.getByRole('button', { name: 'Actions for the message of Ann Lee' }).first().click();
  await expect.element(screen.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Edit' }).query()).toBeNull();
  await userEvent.keyboard('{Escape}');

  await screen.getByRole('button', { name: 'Actions for the message of Мария' }).first().click();
  await screen.getByRole('menuitem', { name: 'Forward' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Forward the message' });
  await dialog.getByRole('searchbox').fill('nothing');
  await expect.element(dialog.getByText('Nothing with that name was found.')).toBeVisible();
  await dialog.getByRole('searchbox').fill('гар');
  await dialog.getByRole('button', { name: 'Garage' }).click();
  await expect.poll(() => sent).toContain(`POST /api/message/${id}/forward`);
  directory.end();
});

test('the menu copies the text as people read it, and the link', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const [first] = channelView();
  const screen = await show(first === undefined ? [] : [first]);
  for (const name of ['Copy text', 'Copy link']) {
    await screen.getByRole('button', { name: /^Actions for/ }).click();
    await screen.getByRole('menuitem', { name }).click();
  }
  expect(copied.mock.calls.flat()).toEqual([
    'Has anybody seen this? @Ann Lee',
    new URL(`/chat/${first?.channelId ?? ''}?message=1`, location.href).href,
  ]);
});

test('a sender’s name opens a card, from which they can be written to and blocked', async () => {
  const screen = await show(channelView().slice(0, 1));
  await screen.getByRole('button', { name: 'Мария', exact: true }).click();
  const card = screen.getByRole('dialog', { name: 'Мария' });
  await expect.element(card.getByText('offline')).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Message' })).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'Profile' }))
    .toHaveAttribute('href', `/users/${OTHER.id}`);
  await card.getByRole('button', { name: 'Block Мария' }).click();
  await expect.element(screen.getByRole('dialog', { name: /Мария/ })).toBeVisible();
});

test('videos play in their message, and show a frame before', async () => {
  const film = aFile({ fileName: 'film.mp4', mimeType: 'video/mp4', width: 640, height: 480 });
  await show([aMessage({ seq: 1, sender: OTHER, attachments: [film] })]);
  const player = page.getByLabelText('film.mp4');
  await expect.element(player).toHaveAttribute('controls');
  await expect.element(player).toHaveAttribute('src', 'data:,#t=0.1');
});

test('an image is no wider than the narrowest phone', async () => {
  await page.viewport(320, 600);
  await show(channelView());
  const image = page.getByRole('button', { name: 'Open picture tent.png' });
  await expect.element(image).toBeVisible();
  const { right } = list.element().getBoundingClientRect();
  expect(image.element().getBoundingClientRect().right).toBeLessThanOrEqual(right);
});

test('a quotation says that its message was deleted, which still leads to its thread', async () => {
  const quoted = { id: aMessage({ seq: 1 }).id, seq: 1, sender: OTHER, text: '' };
  const screen = await show([
    aMessage({ seq: 2, replyTo: { ...quoted, isDeleted: true } }),
    aMessage({ seq: 3, replyTo: quoted }),
    aMessage({ seq: 4, text: '', deletedAt: '2026-11-20T11:00:00Z', replyCount: 2 }),
  ]);
  await expect.element(screen.getByRole('button', { name: '2 replies' })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: /reply to Мария This message was deleted/ }))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: /reply to Мария 1 file/ })).toBeVisible();
});

test('a blocked user’s message is folded until it is opened, also in a quotation', async () => {
  await page.viewport(320, 700);
  const [bad, response] = [
    aMessage({ seq: 1, sender: OTHER, text: 'Лоша дума' }),
    aMessage({
      seq: 2,
      sender: ME,
      text: 'Стига',
      replyTo: {
        id: '01890000-0000-7000-8000-000000000001',
        seq: 1,
        sender: OTHER,
        text: 'Лоша дума',
      },
    }),
  ];
  const screen = await show([bad, response], new Set([OTHER.id]));
  await expect.element(screen.getByText('Стига')).toBeVisible();
  expect(document.body.textContent).not.toContain('Лоша дума');
  expect(document.body.textContent).not.toContain(OTHER.name);
  await screen.getByRole('button', { name: 'Show' }).click();
  await expect.element(screen.getByText('Лоша дума')).toBeVisible();
  // The button no longer exists: the focus is on the message instead.
  expect(document.activeElement?.textContent).toContain('Лоша дума');
  expect(document.activeElement?.localName).toBe('article');
  await screen.getByRole('button', { name: /Actions for the message of Мария/ }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Unblock Мария' })).toBeVisible();
});

test('the keyboard stays in a message whose only reaction is withdrawn, and at the last picture', async () => {
  const images = ['tent.png', 'mountain.png'].map((fileName) =>
    aFile({ fileName, mimeType: 'image/png', width: 640, height: 420 }),
  );
  const reactions = [{ emoji: '👍', count: 1, userIds: [ME.id] }];
  const message = aMessage({ seq: 1, sender: OTHER, attachments: images, reactions });
  const screen = await show([message]);
  const reaction = page.getByRole('button', { name: '👍, 1 reaction' }).element();
  if (reaction instanceof HTMLElement) reaction.focus();
  await screen.rerender(rows([{ ...message, reactions: [] }]));
  await expect.element(page.getByRole('article')).toHaveFocus();

  await userEvent.click(page.getByRole('button', { name: 'Open picture tent.png' }));
  const next = page.getByRole('button', { name: 'Next picture' });
  await expect.element(page.getByRole('status').getByText('Picture 1 of 2')).toBeVisible();
  await userEvent.click(next);
  await expect.element(page.getByRole('status').getByText('Picture 2 of 2')).toBeVisible();
  await expect.element(next).toHaveAttribute('aria-disabled', 'true');
  await expect.element(next).toHaveFocus();
});
