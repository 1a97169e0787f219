import { describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '@izgodno/contract/common/durations';
import { CONTACTS_PER_HOUR, sendContact } from '@izgodno/contract/site/calls';
import { createUuidV7 } from '#platform/uuid.ts';
import { provideUsersApp } from '#test/users-app.ts';
import {
  CONTACT_LIFETIME_DAYS,
  eraseOldContactsJob,
  mailWaitingContactsJob,
} from './register-contact.ts';

const users = provideUsersApp({
  CONTACT_EMAIL: 'operator@izgodno.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
});

const message = { name: 'Мила', email: 'mila@example.com', text: 'Здравейте, имам въпрос.' };

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

  test('mails what waits once the mail server is back, and once', async () => {
    const { current } = users;
    current.mailFailures.add('operator@izgodno.example');
    await current.send(sendContact, { body: { ...message, name: 'Чакаща' }, ip: '10.9.0.8' });
    current.mailFailures.clear();
    const mails = current.mails.length;
    // The attempts of its own job come first.
    await current.jobs.fire(mailWaitingContactsJob.name);
    expect(current.mails).toHaveLength(mails);
    current.time += 5 * HOUR_MS;
    for (let run = 0; run < 2; run += 1) await current.jobs.fire(mailWaitingContactsJob.name);
    expect(current.mails.slice(mails)).toMatchObject([{ replyTo: { name: 'Чакаща' } }]);
  });

  test('mails what waits beside messages that the mail server refuses, each with an id of its own', async () => {
    const { current } = users;
    current.mailFailures.add('operator@izgodno.example');
    for (const name of ['Една', 'Друга'])
      await current.send(sendContact, { body: { ...message, name }, ip: '10.9.0.9' });
    current.mailFailures.clear();
    current.time += 5 * HOUR_MS;
    const rejection = Object.assign(new Error('spam'), { responseCode: 554, command: 'DATA' });
    const rejecting = vi.spyOn(current.mailErrors, 'get').mockReturnValueOnce(rejection);
    const mails = current.mails.length;
    await current.jobs.fire(mailWaitingContactsJob.name);
    rejecting.mockRestore();
    expect(current.mails).toHaveLength(mails + 1);
    // The rejected one is not tried at each run.
    await current.jobs.fire(mailWaitingContactsJob.name);
    expect(current.mails).toHaveLength(mails + 1);
    current.time += HOUR_MS;
    await current.jobs.fire(mailWaitingContactsJob.name);
    const sent = current.mails.slice(mails);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
  });

  test('gives up what the mail server refuses for ten days', async () => {
    const { current } = users;
    current.mailFailures.add('operator@izgodno.example');
    for (const name of ['Спам', 'Спам', 'Обикновена']) {
      await current.send(sendContact, { body: { ...message, name }, ip: '10.9.0.12' });
      current.time += 1;
    }
    current.mailFailures.clear();
    const rejection = Object.assign(new Error('spam'), { responseCode: 554, command: 'DATA' });
    current.mailErrors.set('operator@izgodno.example', rejection);
    const attempts = vi.spyOn(current.mailErrors, 'get');
    current.time += 5 * HOUR_MS;
    await current.jobs.fire(mailWaitingContactsJob.name);
    expect(attempts).toHaveBeenCalledTimes(3);
    const hoursOfAttempts = new Set<number>();
    for (let hours = 1; hours < 30 * 24; hours += 1) {
      const before = attempts.mock.calls.length;
      current.time += HOUR_MS;
      await current.jobs.fire(mailWaitingContactsJob.name);
      if (attempts.mock.calls.length > before) hoursOfAttempts.add(hours);
    }
    // After 1, 2, 4 … hours.
    expect([...hoursOfAttempts]).toEqual([1, 3, 7, 15, 31, 63, 127, 255]);
    expect(Math.max(...hoursOfAttempts) * HOUR_MS).toBeGreaterThan(10 * DAY_MS);
    expect(attempts).toHaveBeenCalledTimes(3 * 9);
    attempts.mockRestore();
    current.mailErrors.clear();
    const mails = current.mails.length;
    await current.jobs.fire(mailWaitingContactsJob.name);
    expect(current.mails).toHaveLength(mails);
    await current.database.database.deleteFrom('contact_messages').execute();
  });

  test('mails the newest of what waits first, and stops while the mail server is away', async () => {
    const { current } = users;
    current.mailFailures.add('operator@izgodno.example');
    for (const name of ['По-стара', 'По-нова']) {
      await current.send(sendContact, { body: { ...message, name }, ip: '10.9.0.11' });
      current.time += 1;
    }
    current.time += 5 * HOUR_MS;
    const attempts = vi.spyOn(current.mailFailures, 'has');
    // A failed job would be repeated beside the next run.
    await current.jobs.fire(mailWaitingContactsJob.name);
    expect(attempts).toHaveBeenCalledTimes(1);
    attempts.mockRestore();
    current.mailFailures.clear();
    const mails = current.mails.length;
    await current.jobs.fire(mailWaitingContactsJob.name);
    const names = current.mails.slice(mails).map(({ replyTo }) => replyTo?.name);
    expect(names).toEqual(['По-нова', 'По-стара']);
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
