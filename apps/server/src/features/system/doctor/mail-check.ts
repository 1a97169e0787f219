import * as z from 'zod/mini';
import { HOUR_MS, SECOND_MS } from '@izgodno/contract/common/durations';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import {
  RESPONSE_LIMIT_MS,
  healthy,
  reasonOf,
  skipped,
  whole,
  wrong,
  type Check,
  type Examined,
  type Result,
} from './check.ts';
import { withDatabase } from './service-checks.ts';

/** How long messages of the contact page wait for their mail before that is named. */
const LATE_MAIL_MS = 6 * HOUR_MS;

const COUNT_WAITING = `
  SELECT count(*)::int AS waiting,
         coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds
    FROM contact_messages WHERE mailed_at IS NULL`;

const waitingSchema = z.tuple([z.object({ waiting: z.number(), seconds: z.number() })]);

/** Messages of the contact page that wait for their mail; null if none do for long. */
const waitingContacts = async ({
  connectionString,
}: Pick<Examined, 'connectionString'>): Promise<Result | null> => {
  if (connectionString === null) return null;
  const rows = await withDatabase(
    connectionString,
    async (client) => (await client.query(COUNT_WAITING)).rows,
  ).catch(() => null);
  // The check of the database says why it does not answer.
  if (rows === null) return null;
  const [{ waiting, seconds }] = expectShape(waitingSchema, rows);
  if (seconds * SECOND_MS < LATE_MAIL_MS) return null;
  const [count, countBg] = whole(waiting);
  const [hours, hoursBg] = whole((seconds * SECOND_MS) / HOUR_MS);
  return wrong(
    'degraded',
    [
      `Messages of the contact page that are not mailed: ${count}, the oldest for ${hours} h.`,
      `Неизпратени съобщения от страницата за контакт: ${countBg}, най-старото е отпреди ${hoursBg} ч.`,
    ],
    [
      'Read at /admin?view=mails why. A message that the mail server refuses for ten days is not mailed again: read it in the table contact_messages, and set its mailed_at so that it is no longer counted.',
      'Вижте причината в /admin?view=mails. Съобщение, което пощенският сървър отказва десет дни, повече не се изпраща: прочетете го в таблицата contact_messages и попълнете mailed_at, за да не се брои повече.',
    ],
  );
};

export const checkMail: Check = async ({ settings, connectionString }) => {
  const { SMTP_URL, MAIL_FROM, CONTACT_EMAIL } = settings;
  if (SMTP_URL === undefined)
    return skipped(
      'SMTP_URL is not set; no mails are sent.',
      'SMTP_URL не е зададена; имейли не се изпращат.',
    );
  const mailer = createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM, limitMs: RESPONSE_LIMIT_MS });
  try {
    await mailer.verify();
    if (CONTACT_EMAIL === undefined)
      return wrong(
        'degraded',
        [
          'CONTACT_EMAIL is not set: messages of the contact page are stored, and reach no one.',
          'CONTACT_EMAIL не е зададена: съобщенията от страницата за контакт се пазят, но не стигат до никого.',
        ],
        [
          'Set CONTACT_EMAIL to the address of a person; what waits is then mailed, too.',
          'Задайте в CONTACT_EMAIL адреса на човек; тогава се изпращат и чакащите съобщения.',
        ],
      );
    return (
      (await waitingContacts({ connectionString })) ??
      healthy(
        'The mail server answers and accepts the account.',
        'Пощенският сървър отговаря и приема данните за вход.',
      )
    );
  } catch (error) {
    return wrong(
      'error',
      [
        `The mail server does not accept us: ${reasonOf(error)}.`,
        `Пощенският сървър не ни приема: ${reasonOf(error)}.`,
      ],
      [
        'Check SMTP_URL: smtps:// for port 465, smtp:// for 587, user and password with special letters percent-encoded.',
        'Проверете SMTP_URL: smtps:// за порт 465, smtp:// за 587, а специалните знаци в името и паролата да са кодирани с процент.',
      ],
    );
  } finally {
    mailer.close();
  }
};
