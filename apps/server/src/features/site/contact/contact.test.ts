import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import {
  confirmNewsletter,
  leaveNewsletter,
  subscribeNewsletter,
} from '@izgodno/contract/newsletter/calls';
import { CONTACTS_PER_HOUR, sendContact } from '@izgodno/contract/site/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideUsersApp } from '#test/users-app.ts';
import { CONTACT_LIFETIME_DAYS, eraseOldContactsJob } from './register-contact.ts';

const users = provideUsersApp({
  CONTACT_EMAIL: 'operator@izgodno.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
});

const message = { name: 'Мила', email: 'mila@example.com', text: 'Здравейте, имам въпрос.' };

const subscriptions = () =>
  users.current.database.database
    .selectFrom('newsletter_subscriptions')
    .select(['email', 'confirmed_at'])
    .execute();

/** The token in the last mail. */
const tokenOfMail = (): string =>
  /newsletter=([\w-]+)/.exec(users.current.mails.at(-1)?.text ?? '')?.[1] ?? '';

describe('the contact page', () => {
  test('stores what is written', async () => {
    await users.current.ask(sendContact, { body: message, ip: '10.9.0.1' });
    const stored = await users.current.database.database
      .selectFrom('contact_messages')
      .select(['name', 'email', 'text'])
      .execute();
    expect(stored).toEqual([message]);
  });

  test('takes four times the messages of one IP from an IPv6 block', async () => {
    const send = (network: number) =>
      users.current.ask(sendContact, {
        body: message,
        ip: `2001:4860:1:${network.toString(16).padStart(2, '0')}00::1`,
      });
    for (let network = 0; network < 4 * CONTACTS_PER_HOUR; network += 1) await send(network);
    await expect(send(255)).rejects.toThrow('429');
    users.current.mails.length = 0;
    await users.current.database.database.deleteFrom('contact_messages').execute();
  });

  test('mails it to the operator, who replies to the visitor', async () => {
    await users.current.ask(sendContact, { body: message, ip: '10.9.0.4' });
    expect(users.current.mails.at(-1)).toMatchObject({
      to: 'operator@izgodno.example',
      replyTo: { name: message.name, address: message.email },
    });
    users.current.mails.pop();
  });

  test('stores and mails a message once that is sent again because the response was lost', async () => {
    const body = { ...message, name: 'Два пъти', clientId: createUuidV7(1) };
    const mails = users.current.mails.length;
    const send = () => users.current.ask(sendContact, { body, ip: '10.9.0.6' });
    await Promise.all([send(), send()]);
    // Also from another network, as on the way from Wi-Fi to mobile data.
    await users.current.ask(sendContact, { body, ip: '10.9.0.7' });
    expect(users.current.mails).toHaveLength(mails + 1);
    const { database } = users.current.database;
    const rows = await database.selectFrom('contact_messages').select('name').execute();
    expect(rows.filter(({ name }) => name === body.name)).toHaveLength(1);
  });

  test('accepts a limited number of messages an hour from a network, and says when to come again', async () => {
    const send = () => users.current.rejection(sendContact, { body: message, ip: '10.9.0.2' });
    for (let sent = 0; sent < CONTACTS_PER_HOUR; sent += 1) expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject({ status: 429, code: 'rate_limited' });
    users.current.time += 60 * 60_000 + 1;
    expect((await send()).status).toBe(200);
  });

  test('keeps a message for a year', async () => {
    const names = async () => {
      const { database } = users.current.database;
      const rows = await database.selectFrom('contact_messages').select('name').execute();
      return rows.map(({ name }) => name);
    };
    const body = { ...message, name: 'Стар познат' };
    await users.current.ask(sendContact, { body, ip: '10.9.0.3' });
    users.current.time += CONTACT_LIFETIME_DAYS * DAY_MS;
    await users.current.ask(sendContact, { body: message, ip: '10.9.0.3' });
    await users.current.jobs.fire(eraseOldContactsJob.name);
    expect(await names()).toContain('Стар познат');
    users.current.time += 1;
    await users.current.jobs.fire(eraseOldContactsJob.name);
    expect(await names()).toEqual([message.name]);
  });

  test('stores nothing if the mail cannot be enqueued with it', async () => {
    const enqueuing = vi.spyOn(users.current.jobs, 'enqueueWithin');
    enqueuing.mockRejectedValueOnce(new Error('killed between write and commit'));
    const body = { ...message, name: 'Убита' };
    const failed = await users.current.send(sendContact, { body, ip: '10.9.0.5' });
    enqueuing.mockRestore();
    expect(failed.statusCode).toBe(500);
    const { database } = users.current.database;
    const rows = await database.selectFrom('contact_messages').select('name').execute();
    expect(rows.map(({ name }) => name)).not.toContain('Убита');
  });

  test('names what is missing', async () => {
    expect(
      await users.current.rejection(sendContact, {
        body: { name: '', email: 'no', text: 'short' },
      }),
    ).toMatchObject({ code: 'validation_failed', fields: ['name', 'email', 'text'] });
  });
});

const ask = (email: string, ip: string) =>
  users.current.ask(subscribeNewsletter, { body: { email, language: 'bg' }, ip });

describe('the newsletter', () => {
  test('is sent only to confirmed addresses, and cancelled by the same link', async () => {
    await ask('Ana@example.com', '10.9.1.1');
    expect(await subscriptions()).toEqual([{ email: 'ana@example.com', confirmed_at: null }]);
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
