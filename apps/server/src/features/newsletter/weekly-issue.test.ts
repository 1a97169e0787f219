import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  confirmNewsletter,
  leaveNewsletter,
  subscribeNewsletter,
  unsubscribeNewsletter,
} from '@izgodno/contract/newsletter/calls';
import { UndeliverableError, type Mail } from '#platform/mail/mailer.ts';
import { aDeal, insertDeals, insertSources } from '#test/deal-factory.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { cheapHasher } from '#test/cheap-hasher.ts';
import { oneClickForms } from '#test/one-click-forms.ts';
import { provideSessionApp } from '#test/session-app.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
const BASE_URL = 'https://izgodno.example';

const jobs = createImmediateJobs();
let mails: Mail[] = [];
/** The error thrown when sending to an address. */
const failures = new Map<string, Error>();
/** Delays the next mail to this address. */
let held: { readonly to: string; readonly until: Promise<void> } | null = null;
let attempts = 0;
let mailEnabled = true;

const session = provideSessionApp({ SITE_NAME: 'Изгодно', BASE_URL }, () => ({
  jobs,
  hasher: cheapHasher,
  mailer: {
    get enabled() {
      return mailEnabled;
    },
    async send(mail) {
      attempts += 1;
      if (mail.to === held?.to) await held.until;
      const failure = failures.get(mail.to);
      if (failure !== undefined) throw failure;
      mails.push(mail);
    },
    verify: async () => {},
    close: () => {},
  },
}));

const database = () => session.current.database.database;

const asked = async (email: string, language: 'en' | 'bg'): Promise<string> => {
  session.current.time += 60 * 60_000 + 1;
  await session.current.send(subscribeNewsletter, { body: { email, language } });
  return /\/welcome\?lang=\w+#newsletter=([\w-]+)/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
};

const subscribed = async (email: string, language: 'en' | 'bg' = 'en'): Promise<void> => {
  const token = await asked(email, language);
  await session.current.send(confirmNewsletter, { body: { token } });
};

/** The mails of one run of the job, by address. */
const issue = async (): Promise<ReadonlyMap<string, Mail>> => {
  mails = [];
  attempts = 0;
  await jobs.fire('newsletter.weekly');
  expect(new Set(mails.map(({ to }) => to)).size).toBe(mails.length);
  return new Map(mails.map((mail) => [mail.to, mail]));
};

const offer = async (): Promise<readonly number[]> => {
  const ids = await insertDeals(database(), [
    aDeal({
      title: 'Планински велосипед <Kross>',
      price_amount: 80_00,
      price_eur: 80_00,
      original_amount: 100_00,
      discount_percent: 20,
      observed_long: true,
      observed_low: 100_00,
      posted_at: new Date(session.current.time),
    }),
    ...Array.from({ length: 11 }, () =>
      aDeal({
        original_amount: 12_00,
        discount_percent: 10,
        posted_at: new Date(session.current.time),
      }),
    ),
  ]);
  await jobs.fire('deals.trending');
  return ids;
};

beforeAll(async () => {
  await insertSources(database());
});

beforeEach(async () => {
  mailEnabled = true;
  failures.clear();
  held = null;
  await database().deleteFrom('newsletter_subscriptions').execute();
  await database().deleteFrom('deals').execute();
  // A Monday, a week after that of the previous test.
  session.current.time += WEEK_MS - ((session.current.time + 3 * (WEEK_MS / 7)) % WEEK_MS);
});

describe('the weekly issue', () => {
  test('is sent to confirmed subscribers, in their language, with the ten best deals', async () => {
    const [best] = await offer();
    await subscribed('ana@example.com', 'bg');
    await subscribed('ben@example.com', 'en');
    await asked('unconfirmed@example.com', 'en');
    const sent = await issue();
    expect([...sent.keys()]).toEqual(['ana@example.com', 'ben@example.com']);

    const bg = sent.get('ana@example.com');
    expect(bg?.subject).toBe('Най-добрите оферти на седмицата - Изгодно');
    expect(bg?.text.replaceAll('\u00a0', ' ')).toContain(
      `Планински велосипед <Kross>\n80,00 € вместо 100,00 € (−20%)\n${BASE_URL}/deals/${best}?lang=bg\n`,
    );
    const en = sent.get('ben@example.com');
    expect(en?.subject).toBe('The best deals of the week - Изгодно');
    expect(en?.text).toContain(
      `Планински велосипед <Kross>\n€80.00 instead of €100.00 (−20%)\n${BASE_URL}/deals/${best}?lang=en\n`,
    );
    expect(en?.html).toContain('>Планински велосипед &#60;Kross&#62;</a>');
    expect(en?.text.match(/\/deals\/\d+/g)).toHaveLength(10);
    expect(en?.text.indexOf(`/deals/${best}?`)).toBe(en?.text.indexOf('/deals/'));
  });

  test('is sent once a week, however often the job runs', async () => {
    await offer();
    await subscribed('ana@example.com');
    expect((await issue()).size).toBe(1);
    session.current.time += 2 * (WEEK_MS / 7);
    expect((await issue()).size).toBe(0);
    session.current.time += WEEK_MS;
    expect((await issue()).size).toBe(1);
  });

  test('is sent once by two concurrent nodes', async () => {
    await offer();
    for (const name of ['ana', 'ben', 'eva']) await subscribed(`${name}@example.com`);
    const { promise, resolve } = Promise.withResolvers<void>();
    held = { to: 'ana@example.com', until: promise };
    const slow = issue();
    await expect.poll(() => attempts).toBe(1);
    expect([...(await issue()).keys()]).toEqual(['ben@example.com', 'eva@example.com']);
    resolve();
    await slow;
    expect(mails.map(({ to }) => to)).toEqual([
      'ben@example.com',
      'eva@example.com',
      'ana@example.com',
    ]);
  });

  test('continues after a crash with the subscribers not yet marked', async () => {
    await offer();
    for (const name of ['ana', 'ben', 'eva']) await subscribed(`${name}@example.com`);
    held = { to: 'ben@example.com', until: new Promise(() => {}) };
    void issue();
    await expect.poll(() => attempts).toBe(2);
    expect([...(await issue()).keys()]).toEqual(['eva@example.com']);
  });

  test('is not sent without deals or without a mail server, and is sent later', async () => {
    await subscribed('ana@example.com');
    expect((await issue()).size).toBe(0);
    await offer();
    mailEnabled = false;
    await issue();
    expect(attempts).toBe(0);
    mailEnabled = true;
    expect((await issue()).size).toBe(1);
  });

  test('reaches the others if one address rejects it, and retries only temporary errors', async () => {
    await offer();
    for (const name of ['busy', 'eva', 'gone']) await subscribed(`${name}@example.com`);
    failures.set('busy@example.com', new Error('Come back later.'));
    failures.set('gone@example.com', new UndeliverableError('No such address.'));
    expect([...(await issue()).keys()]).toEqual(['eva@example.com']);
    failures.clear();
    expect([...(await issue()).keys()]).toEqual(['busy@example.com']);
  });

  test('stops while the mail server is unavailable', async () => {
    await offer();
    await database()
      .insertInto('newsletter_subscriptions')
      .values(
        Array.from({ length: 30 }, (_, index) => ({
          email: `${index}@example.com`,
          language: 'en' as const,
          token_hash: Buffer.from(String(index)),
          network: Buffer.alloc(1),
          asked_at: new Date(session.current.time),
          confirmed_at: new Date(session.current.time),
        })),
      )
      .execute();
    for (let index = 0; index < 30; index += 1)
      failures.set(`${index}@example.com`, new Error('away'));
    await issue();
    expect(attempts).toBe(20);
    failures.clear();
    expect((await issue()).size).toBe(30);
  });
});

const leaveTokenOf = (mail: Mail | undefined): string =>
  new RegExp(`${BASE_URL}/newsletter/leave\\?lang=\\w+#token=([\\w-]+)`).exec(
    mail?.text ?? '',
  )?.[1] ?? '';

describe('the links of an issue', () => {
  test('cancel the subscription of the recipient, also from an earlier issue', async () => {
    await offer();
    await subscribed('ana@example.com');
    await subscribed('ben@example.com');
    const token = leaveTokenOf((await issue()).get('ana@example.com'));
    session.current.time += WEEK_MS;
    expect((await issue()).size).toBe(2);

    const leave = () => session.current.send(leaveNewsletter, { body: { token } });
    expect((await leave()).statusCode).toBe(200);
    expect((await leave()).statusCode).toBe(404);
    session.current.time += WEEK_MS;
    expect([...(await issue()).keys()]).toEqual(['ben@example.com']);
  });

  test.for(oneClickForms)('cancel it in one click of a mail program: $name', async (form) => {
    await offer();
    await subscribed('ana@example.com');
    const { unsubscribeUrl = '' } = (await issue()).get('ana@example.com') ?? {};
    const { origin, pathname, search } = new URL(unsubscribeUrl);
    expect([origin, pathname]).toEqual([BASE_URL, unsubscribeNewsletter.path]);
    const response = await session.current.app.inject({
      method: 'POST',
      url: pathname + search,
      headers: form.headers,
      payload: form.payload,
    });
    expect(response.statusCode).toBe(200);
    expect(await database().selectFrom('newsletter_subscriptions').selectAll().execute()).toEqual(
      [],
    );
  });

  test('confirm nothing', async () => {
    await offer();
    await subscribed('ana@example.com');
    const token = leaveTokenOf((await issue()).get('ana@example.com'));
    const response = await session.current.send(confirmNewsletter, { body: { token } });
    expect(response.statusCode).toBe(404);
  });
});

const subscribers = async () => {
  const rows = await database().selectFrom('newsletter_subscriptions').select('email').execute();
  return rows.map(({ email }) => email);
};

describe('an address that is not confirmed', () => {
  test('is erased after a week with its link; a confirmed one stays', async () => {
    await subscribed('ana@example.com');
    const token = await asked('stranger@example.com', 'en');
    session.current.time += WEEK_MS;
    await jobs.fire('newsletter.erase-unconfirmed');
    expect(await subscribers()).toHaveLength(2);
    session.current.time += 1;
    await jobs.fire('newsletter.erase-unconfirmed');
    expect(await subscribers()).toEqual(['ana@example.com']);
    const late = await session.current.send(confirmNewsletter, { body: { token } });
    expect(late.statusCode).toBe(404);
    // A new request is mailed a new link.
    await subscribed('stranger@example.com');
    expect(await subscribers()).toHaveLength(2);
  });
});
