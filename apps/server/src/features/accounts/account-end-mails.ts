import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { siteOrigin } from '#config/site-origin.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { showTime } from '#platform/locale-format.ts';
import { sendIfDeliverable, type Mail } from '#platform/mail/mailer.ts';
import type { Schema } from '#schema/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { findMailRecipient } from './mail-recipient.ts';

// What happens to a whole account is mailed to its owner, who may not have done it.

/** What the job knows, because the account may be gone when it runs. */
const endSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('deleted'), at: z.number() }),
  z.object({ kind: z.literal('deleted_by_administrator'), at: z.number(), reason: z.string() }),
  z.object({
    kind: z.literal('suspended'),
    until: z.nullable(z.number()),
    reason: z.string(),
    /** Absent from jobs of earlier versions. */
    isContentRemoved: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('restored') }),
]);
export type AccountEnd = z.infer<typeof endSchema>;

const mailJob = defineJob({
  name: 'accounts.end-mail',
  payload: z.object({ email: z.string(), language: z.enum(languages), end: endSchema }),
});

interface EndTexts {
  readonly greeting: string;
  readonly subjects: Readonly<Record<'deleted' | 'suspended' | 'restored', string>>;
  readonly deleted: (at: string) => string;
  readonly deletedByAdministrator: (at: string) => string;
  /** `until` is null if the suspension lasts until it is lifted. */
  readonly suspended: (until: string | null) => string;
  readonly contentRemoved: string;
  readonly restored: string;
  readonly reason: (reason: string) => string;
  readonly ifNotYou: string;
  readonly ifMistaken: string;
  readonly button: string;
  readonly signIn: string;
}

const texts: Readonly<Record<LanguageCode, EndTexts>> = {
  en: {
    greeting: 'Hello!',
    subjects: {
      deleted: 'Your account was deleted',
      suspended: 'Your account is suspended',
      restored: 'Your account is no longer suspended',
    },
    deleted: (at) => `Your account was deleted on ${at}, with everything in it.`,
    deletedByAdministrator: (at) =>
      `An administrator deleted your account on ${at}, with everything in it.`,
    suspended: (until) =>
      until === null ? 'Your account is suspended.' : `Your account is suspended until ${until}.`,
    contentRemoved: 'Your deals, messages and comments were removed.',
    restored: 'The suspension of your account was lifted. You can sign in again.',
    reason: (reason) => `Reason: ${reason}`,
    ifNotYou: 'If it was not you, write to us:',
    ifMistaken: 'If you think that this is a mistake, write to us:',
    button: 'Write to us',
    signIn: 'Sign in',
  },
  bg: {
    greeting: 'Здравейте!',
    subjects: {
      deleted: 'Профилът Ви беше изтрит',
      suspended: 'Достъпът до профила Ви е спрян',
      restored: 'Достъпът до профила Ви е възстановен',
    },
    deleted: (at) => `Профилът Ви беше изтрит на ${at} заедно с всичко в него.`,
    deletedByAdministrator: (at) =>
      `Администратор изтри профила Ви на ${at} заедно с всичко в него.`,
    suspended: (until) =>
      until === null
        ? 'Достъпът до профила Ви е спрян.'
        : `Достъпът до профила Ви е спрян до ${until}.`,
    contentRemoved: 'Обявите, съобщенията и коментарите Ви бяха премахнати.',
    restored: 'Достъпът до профила Ви е възстановен. Отново можете да влезете.',
    reason: (reason) => `Причина: ${reason}`,
    ifNotYou: 'Ако не сте го изтрили Вие, пишете ни:',
    ifMistaken: 'Ако смятате, че това е грешка, пишете ни:',
    button: 'Пишете ни',
    signIn: 'Вход',
  },
};

const describeEnd = (end: AccountEnd, language: LanguageCode): string => {
  const { deleted, deletedByAdministrator, suspended, restored } = texts[language];
  if (end.kind === 'restored') return restored;
  if (end.kind === 'suspended')
    return suspended(end.until === null ? null : showTime(end.until, language));
  const at = showTime(end.at, language);
  return end.kind === 'deleted' ? deleted(at) : deletedByAdministrator(at);
};

const composeMail = (
  accounts: AccountsContext,
  { email, language, end }: z.output<typeof mailJob.payload>,
): Mail => {
  const siteName = accounts.settings.SITE_NAME;
  const baseUrl = siteOrigin(accounts.settings);
  const { greeting, subjects, contentRemoved, reason, ifNotYou, ifMistaken, button, signIn } =
    texts[language];
  const isContentRemoved = end.kind === 'suspended' && end.isContentRemoved === true;
  const isRestored = end.kind === 'restored';
  return {
    kind: 'security',
    to: email,
    subject: `${subjects[end.kind === 'deleted_by_administrator' ? 'deleted' : end.kind]} - ${siteName}`,
    ...layOutMail({
      language,
      siteName,
      baseUrl,
      before: [
        greeting,
        describeEnd(end, language),
        ...(isContentRemoved ? [contentRemoved] : []),
        // The console may give no reason.
        ...('reason' in end && end.reason !== '' ? [reason(end.reason)] : []),
        ...(isRestored ? [] : [end.kind === 'deleted' ? ifNotYou : ifMistaken]),
      ],
      button: isRestored
        ? { text: signIn, url: `${baseUrl}/login` }
        : { text: button, url: `${baseUrl}/contact` },
    }),
  };
};

export const registerAccountEndMails = (accounts: AccountsContext): void => {
  accounts.jobs.work(mailJob, (payload) =>
    sendIfDeliverable(accounts, composeMail(accounts, payload)),
  );
};

/**
 * Mails the owner of an account about its end, or that of its suspension, once it is committed, if a mail
 * server is configured. Call it before the account is deleted. A hijacker may also have changed the
 * address, so the former one gets the mail too while it could take the account back.
 */
export const mailAccountEnd = async (
  { clock, jobs, mailer }: Pick<AccountsContext, 'clock' | 'jobs' | 'mailer'>,
  transaction: Transaction<Schema>,
  userId: string,
  end: AccountEnd,
): Promise<void> => {
  if (!mailer.enabled) return;
  const user = await findMailRecipient(transaction, userId);
  if (user === undefined) return;
  const former = await transaction
    .selectFrom('mail_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'undo-email')
    .where('expires_at', '>', new Date(clock.now()))
    .execute();
  const emails = new Set(former.map(({ email }) => email));
  if (user.isProven) emails.add(user.email);
  for (const email of emails)
    await jobs.enqueueWithin(transaction, mailJob, { email, language: user.language, end });
};
