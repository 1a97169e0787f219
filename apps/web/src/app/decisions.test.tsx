import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { followFocus } from './follow-focus.ts';
import { network } from './testing/network.ts';
import { open, serving, signIn, startAfresh } from './testing/served-app.tsx';
import { mila } from '#core/session/testing/sessions.ts';
import { asksBeforeLeaving } from '#shared/ask-before-leaving.ts';

let responses: Readonly<Record<string, () => Response>> = {};

const sent = (method: string, path: string): unknown =>
  JSON.parse(
    network.asked.find((asked) => asked.method === method && asked.url.pathname === path)?.body ??
      'null',
  );

const settings = {
  language: null,
  theme: null,
  showLev: true,
  showLocation: true,
  showSoldCount: true,
};

const decision = {
  action: 'deal.remove',
  subject: { kind: 'deal', id: '5' },
  title: 'Tent',
  reason: 'Looks like a scam',
  at: '2026-11-01T10:00:00Z',
};

beforeAll(followFocus);

beforeEach(async () => {
  await startAfresh();
  responses = {};
  network.response = (request) => {
    const own = responses[`${request.method} ${request.url.pathname}`];
    if (own !== undefined) return own();
    return request.url.pathname === '/api/auth/me'
      ? Response.json({ success: true, user: mila })
      : serving(30)(request);
  };
});

describe('the settings', () => {
  test('show a member what was decided about their content, and send one appeal', async () => {
    const id = '01939f7e-6c00-7000-8000-000000000011';
    let appeal: object | null = null;
    responses = {
      'GET /api/users/me/settings': () => Response.json({ success: true, settings }),
      'GET /api/users/me/decisions': () => {
        const appealUntil = new Date(Date.now() + 60_000).toISOString();
        return Response.json({
          success: true,
          decisions: [{ ...decision, id, appealUntil, appeal }],
          nextCursor: null,
        });
      },
      [`POST /api/decisions/${id}/appeal`]: () => {
        const createdAt = new Date().toISOString();
        appeal = { text: 'I have a receipt', createdAt, outcome: null, answer: null };
        return Response.json({ success: true });
      },
    };
    signIn();
    const screen = await open('/settings');
    await expect.element(screen.getByText('Deal removed: Tent')).toBeVisible();
    await screen.getByRole('button', { name: 'Appeal: Deal removed' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Appeal' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(dialog.getByText(/^Give a reason of 3 to/)).toBeVisible();
    await dialog.getByRole('textbox').fill('I have a receipt');
    await expect.poll(asksBeforeLeaving).toBe(true);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.element(screen.getByText('Your appeal waits for an answer.')).toBeVisible();
    await expect.poll(asksBeforeLeaving).toBe(false);
    expect(sent('POST', `/api/decisions/${id}/appeal`)).toEqual({ text: 'I have a receipt' });
    await expect
      .element(screen.getByRole('button', { name: 'Appeal: Deal removed' }))
      .not.toBeInTheDocument();
  });

  test('tell a member that a moderator has brought the deal back, without an appeal', async () => {
    const id = '01939f7e-6c00-7000-8000-000000000013';
    const appealUntil = new Date(Date.now() + 60_000).toISOString();
    responses = {
      'GET /api/users/me/settings': () => Response.json({ success: true, settings }),
      'GET /api/users/me/decisions': () =>
        Response.json({
          success: true,
          decisions: [{ ...decision, id, appealUntil, appeal: null, isReversed: true }],
          nextCursor: null,
        }),
    };
    signIn();
    const screen = await open('/settings');
    await expect.element(screen.getByText('A moderator has brought the deal back.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Appeal/ })).not.toBeInTheDocument();
  });

  test('show the answer to an appeal, and take none once its time is over', async () => {
    const rejected = {
      text: 'I have a receipt',
      createdAt: decision.at,
      outcome: 'upheld',
      answer: 'It is of another tent.',
    };
    const [past, coming] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString());
    responses = {
      'GET /api/users/me/settings': () => Response.json({ success: true, settings }),
      'GET /api/users/me/decisions': () =>
        Response.json({
          success: true,
          decisions: [
            {
              ...decision,
              id: '01939f7e-6c00-7000-8000-000000000015',
              title: 'Boat',
              appealUntil: past,
              appeal: null,
            },
            {
              ...decision,
              id: '01939f7e-6c00-7000-8000-000000000016',
              appealUntil: coming,
              appeal: rejected,
            },
          ],
          nextCursor: null,
        }),
    };
    signIn();
    const screen = await open('/settings');
    await expect.element(screen.getByText('Deal removed: Boat')).toBeVisible();
    await expect.element(screen.getByText(/^Appeal rejected/)).toBeVisible();
    await expect.element(screen.getByText(/It is of another tent/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: /^Appeal/ })).not.toBeInTheDocument();
  });
});
