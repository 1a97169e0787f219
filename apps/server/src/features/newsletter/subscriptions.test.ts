import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import {
  confirmNewsletter,
  leaveNewsletter,
  subscribeNewsletter,
  SUBSCRIPTIONS_PER_HOUR,
} from '@izgodno/contract/newsletter/calls';
import { provideUsersApp } from '#test/users-app.ts';

const users = provideUsersApp({ SMTP_URL: 'smtp://127.0.0.1:1' });

const subscriptions = () =>
  users.current.database.database
    .selectFrom('newsletter_subscriptions')
    .select(['email', 'language', 'confirmed_at'])
    .execute();

/** The token in the last mail. */
const tokenOfMail = (): string =>
  /newsletter=([\w-]+)/.exec(users.current.mails.at(-1)?.text ?? '')?.[1] ?? '';

const ask = (email: string, ip: string) =>
  users.current.ask(subscribeNewsletter, { body: { email, language: 'bg' }, ip });

describe('the newsletter', () => {
  test('is sent only to confirmed addresses, and cancelled by the same link', async () => {
    await ask('Ana@example.com', '10.9.1.1');
    expect(await subscriptions()).toEqual([
      { email: 'ana@example.com', language: 'bg', confirmed_at: null },
    ]);
    expect(users.current.mails.at(-1)).toMatchObject({ to: 'ana@example.com' });
    const token = tokenOfMail();

    expect(
      await users.current.rejection(confirmNewsletter, { body: { token: 'x'.repeat(43) } }),
    ).toMatchObject({ code: 'not_found' });
    await users.current.ask(confirmNewsletter, { body: { token } });
    expect((await subscriptions())[0]?.confirmed_at).toBeInstanceOf(Date);

    const mails = users.current.mails.length;
    users.current.time += 2 * 60 * 60_000;
    await ask('ana@example.com', '10.9.1.2');
    expect(users.current.mails).toHaveLength(mails);

    // Nor does a stranger change what the subscriber gets.
    const [subscriber] = await subscriptions();
    users.current.time += DAY_MS;
    const body = { email: 'ana@example.com', language: 'en' } as const;
    await users.current.ask(subscribeNewsletter, { body, ip: '10.9.1.3' });
    expect(users.current.mails).toHaveLength(mails);
    expect(await subscriptions()).toEqual([subscriber]);

    await users.current.ask(leaveNewsletter, { body: { token } });
    expect(await subscriptions()).toEqual([]);
  });

  test('is mailed again if the mail server was away', async () => {
    users.current.mailFailures.add('vera@example.com');
    // The queue retries the job; here its error is thrown where it is enqueued.
    const failed = await users.current.send(subscribeNewsletter, {
      body: { email: 'vera@example.com', language: 'bg' },
      ip: '10.9.3.1',
    });
    expect(failed.statusCode).toBe(500);
    users.current.mailFailures.clear();
    await users.current.jobs.enqueue(
      { name: 'newsletter.confirmation', payload: z.object({ email: z.string() }) },
      { email: 'vera@example.com' },
    );
    await users.current.ask(confirmNewsletter, { body: { token: tokenOfMail() } });
    const vera = (await subscriptions()).find(({ email }) => email === 'vera@example.com');
    expect(vera?.confirmed_at).toBeInstanceOf(Date);
    // A run of the job that comes late mails nothing more.
    const mails = users.current.mails.length;
    await users.current.jobs.enqueue(
      { name: 'newsletter.confirmation', payload: z.object({ email: z.string() }) },
      { email: 'vera@example.com' },
    );
    expect(users.current.mails).toHaveLength(mails);
  });

  test('is confirmed by either copy of a mail that arrives twice', async () => {
    const { jobs, lostMailReplies, mails } = users.current;
    const email = 'twice@example.com';
    const before = mails.length;
    lostMailReplies.add(email);
    const body = { email, language: 'bg' };
    await users.current.send(subscribeNewsletter, { body, ip: '10.9.5.1' });
    lostMailReplies.clear();
    await jobs.enqueue(
      { name: 'newsletter.confirmation', payload: z.object({ email: z.string() }) },
      { email },
    );
    const copies = mails.slice(before);
    expect(copies).toHaveLength(2);
    expect(copies[0]?.messageId).toBe(copies[1]?.messageId);
    for (const { text } of copies) {
      const token = /newsletter=([\w-]+)/.exec(text)?.[1];
      await users.current.ask(confirmNewsletter, { body: { token } });
    }
  });

  test('is confirmed by the mail of yesterday while that of today is on its way', async () => {
    await ask('today@example.com', '10.9.6.1');
    const token = tokenOfMail();
    users.current.time += DAY_MS + 1;
    users.current.mailFailures.add('today@example.com');
    const body = { email: 'today@example.com', language: 'bg' };
    await users.current.send(subscribeNewsletter, { body, ip: '10.9.6.2' });
    users.current.mailFailures.clear();
    const confirmed = await users.current.send(confirmNewsletter, { body: { token } });
    expect(confirmed.statusCode).toBe(200);
  });

  test('stores nothing if the mail cannot be enqueued with it', async () => {
    const enqueuing = vi.spyOn(users.current.jobs, 'enqueueWithin');
    enqueuing.mockRejectedValueOnce(new Error('killed between write and commit'));
    const body = { email: 'lost@example.com', language: 'bg' } as const;
    const failed = await users.current.send(subscribeNewsletter, { body, ip: '10.9.4.1' });
    enqueuing.mockRestore();
    expect(failed.statusCode).toBe(500);
    expect((await subscriptions()).map(({ email }) => email)).not.toContain(body.email);
    const mails = users.current.mails.length;
    await ask(body.email, '10.9.4.1');
    expect(users.current.mails).toHaveLength(mails + 1);
  });

  test('takes five addresses an hour from a network, and more in the next hour', async () => {
    for (let number = 0; number < SUBSCRIPTIONS_PER_HOUR; number += 1)
      await ask(`visitor${number}@example.com`, '10.9.7.1');
    await expect(ask('one-more@example.com', '10.9.7.1')).rejects.toThrow('429');
    users.current.time += HOUR_MS + 1;
    await ask('one-more@example.com', '10.9.7.1');
  });

  test('sends one mail a day to an address, whatever the number of requests', async () => {
    const mails = users.current.mails.length;
    await ask('boris@example.com', '10.9.2.1');
    await ask('boris@example.com', '10.9.2.2');
    expect(users.current.mails).toHaveLength(mails + 1);
    users.current.time += 24 * 60 * 60_000 + 1;
    await ask('boris@example.com', '10.9.2.3');
    expect(users.current.mails).toHaveLength(mails + 2);
  });
});
