import { expect, test } from 'vitest';
import { CountedMailer } from './counted-mailer.ts';
import { UndeliverableError } from './mailer.ts';

const mail = { kind: 'test' as const, to: 'a@izgodno.example', subject: 'x', text: 'y' };

const start = () => {
  const server = { error: null as Error | null, checks: 0 };
  const clock = { time: 0, now: () => clock.time };
  const respond = async (): Promise<void> => {
    if (server.error !== null) throw server.error;
  };
  const mailer = new CountedMailer(
    {
      enabled: true,
      send: respond,
      verify: () => {
        server.checks += 1;
        return respond();
      },
      close: () => {},
    },
    clock,
  );
  return { server, clock, mailer };
};

test('a dead mail server is degraded before any mail, and healthy once it answers', async () => {
  const { server, clock, mailer } = start();
  server.error = new Error('ECONNREFUSED');
  expect(await mailer.health()).toMatchObject({ status: 'degraded' });
  server.error = null;
  // The reading is still valid, so the server is not asked again.
  expect(await mailer.health()).toMatchObject({ status: 'degraded' });
  expect(server.checks).toBe(1);
  clock.time += 10_000;
  expect(await mailer.health()).toEqual({ status: 'healthy' });
  clock.time += 59_000;
  await mailer.health();
  expect(server.checks).toBe(2);
});

test('the results of mails show in the health, with their number', async () => {
  const { server, mailer } = start();
  await mailer.send(mail);
  expect(await mailer.health()).toEqual({ status: 'healthy' });
  server.error = new Error('ETIMEDOUT');
  for (let index = 0; index < 2; index += 1)
    await expect(mailer.send(mail)).rejects.toThrow('ETIMEDOUT');
  const { status, detail } = await mailer.health();
  expect([status, detail]).toEqual(['degraded', expect.stringContaining('2 mails failed')]);
  // The server answers, and rejects this one address.
  server.error = new UndeliverableError('no');
  await expect(mailer.send(mail)).rejects.toThrow(UndeliverableError);
  expect(await mailer.health()).toEqual({ status: 'healthy' });
  expect(mailer.counts).toEqual({ sent: 1, failed: 2, undeliverable: 1 });
  expect(server.checks).toBe(0);
});

test('a server that answers and refuses mails is degraded until it takes one', async () => {
  const { server, clock, mailer } = start();
  server.error = Object.assign(new Error('Relay access denied'), { responseCode: 554 });
  await expect(mailer.send(mail)).rejects.toThrow('Relay access denied');
  // A check proves nothing about mails.
  server.error = null;
  clock.time += 15 * 60_000;
  const { status, detail } = await mailer.health();
  expect([status, detail]).toEqual(['degraded', expect.stringContaining('refused the last mail')]);
  await mailer.send(mail);
  expect(await mailer.health()).toEqual({ status: 'healthy' });
});
