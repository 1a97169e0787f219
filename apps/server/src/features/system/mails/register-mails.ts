import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { DAY_MS } from '@izgodno/contract/common/durations';
import type { LanguageCode } from '@izgodno/contract/common/language';
import * as calls from '@izgodno/contract/system/mail-calls';
import type { Settings } from '#config/settings.ts';
import { siteOrigin } from '#config/site-origin.ts';
import { addCall, type CallResponse } from '#platform/http/add-call.ts';
import { pageByTime } from '#platform/http/page-by-time.ts';
import { cutPage, readTimeCursor } from '#platform/http/page-cursor.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import { mailLanguageOf } from '#platform/mail/mail-language.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import { describeMailError, logMails, stateAfter, type MailLogContext } from './logged-mailer.ts';

const cleanMailLogJob = defineJob({
  name: 'mail-log.clean',
  payload: z.strictObject({}),
});

/** Erased at once; a log of more takes several statements. */
const ERASED_ROWS = 10_000;

const testWords: Readonly<Record<LanguageCode, { subject: string; text: string }>> = {
  en: {
    subject: 'Test mail',
    text: 'You asked for this mail in the administration of the site. It arrived, so mails are sent.',
  },
  bg: {
    subject: 'Пробно писмо',
    text: 'Поискахте това писмо от администрацията на сайта. Щом е пристигнало, писмата се изпращат.',
  },
};

export interface MailsOptions extends Omit<MailLogContext, 'from'> {
  readonly settings: Settings;
  readonly jobs: Jobs;
}

const eraseOld = async ({ database, clock, settings }: MailsOptions): Promise<void> => {
  const before = new Date(clock.now() - settings.MAIL_LOG_DAYS * DAY_MS);
  for (;;) {
    const { numDeletedRows } = await database
      .deleteFrom('mail_log')
      .where('id', 'in', (query) =>
        query.selectFrom('mail_log').select('id').where('first_at', '<', before).limit(ERASED_ROWS),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < ERASED_ROWS) return;
  }
};

/** The mailer that logs each mail, and the job that erases old entries. */
export const keepMailLog = (options: MailsOptions): Mailer => {
  options.jobs.work(cleanMailLogJob, () => eraseOld(options));
  options.jobs.schedule(cleanMailLogJob, '23 3 * * *', {});
  return logMails({ ...options, from: options.settings.MAIL_FROM });
};

const addList = (app: FastifyInstance, { database, mailer, settings }: MailsOptions): void =>
  addCall(app, calls.listMails, async ({ query: { state, cursor, limit } }) => {
    const found = await database
      .selectFrom('mail_log')
      .select(['id', 'kind', 'recipient_domain', 'state', 'attempts', 'error', 'message_id'])
      .select(['first_at as at', 'last_at'])
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'sent'))
      .$call(pageByTime(['first_at', 'id'], 'desc', { after: readTimeCursor(cursor), limit }))
      .execute();
    const { rows, nextCursor } = cutPage(found, limit);
    return {
      enabled: mailer.enabled,
      days: settings.MAIL_LOG_DAYS,
      mails: rows.map(({ id, kind, at, attempts, error, ...row }) => ({
        id,
        kind,
        recipient: `…@${row.recipient_domain}`,
        state: row.state,
        attempts,
        error,
        messageId: row.message_id,
        firstAt: at.toISOString(),
        lastAt: row.last_at.toISOString(),
      })),
      nextCursor,
    };
  });

/** Registers the mail log of administrators. `mailer` is what `keepMailLog` returned. */
export const registerMails = (
  app: FastifyInstance,
  options: MailsOptions & { readonly audit: AuditTrail },
): void => {
  addList(app, options);

  addCall(app, calls.sendTestMail, async ({ user }) => {
    await options.audit.record({
      actorId: user.id,
      action: 'mail.test',
      subject: { kind: 'user', id: user.id },
      reason: '',
    });
    return sendTest(options, user.id);
  });
};

const sendTest = async (
  options: MailsOptions,
  userId: string,
): Promise<CallResponse<typeof calls.sendTestMail>> => {
  const { database, mailer, settings } = options;
  if (!mailer.enabled) return { outcome: 'unconfigured', error: null };
  const { email, chosen, browser } = await database
    .selectFrom('users as u')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('browser_languages as b', 'b.user_id', 'u.id')
    .select(['u.email', 'p.language as chosen', 'b.language as browser'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  const siteName = settings.SITE_NAME;
  const code = mailLanguageOf({ chosen, browser });
  const { subject, text } = testWords[code];
  const baseUrl = siteOrigin(settings);
  try {
    await mailer.send({
      kind: 'test',
      to: email,
      subject: `${subject} - ${siteName}`,
      ...layOutMail({ language: code, siteName, baseUrl, before: [text] }),
    });
    return { outcome: 'sent', error: null };
  } catch (error) {
    return { outcome: stateAfter(error), error: describeMailError(options, error) };
  }
};
