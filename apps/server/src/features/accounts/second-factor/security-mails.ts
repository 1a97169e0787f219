import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { LanguageCode } from '@izgodno/contract/common/language';
import { siteOrigin } from '#config/site-origin.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { sendIfDeliverable, type Mail } from '#platform/mail/mailer.ts';
import type { Schema } from '#schema/schema.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findMailRecipient } from '../mail-recipient.ts';

const changes = [
  'password_changed',
  'passkey_added',
  'passkey_removed',
  'totp_added',
  'totp_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'key_made',
] as const;
/** A change to the ways in which a user signs in, or programs act as them. */
export type SecurityChange = (typeof changes)[number];

const texts: Readonly<Record<LanguageCode, Readonly<Record<SecurityChange, string>>>> = {
  en: {
    password_changed: 'The password of your account was changed.',
    passkey_added: 'A passkey was added to your account.',
    passkey_removed: 'A passkey was removed from your account.',
    totp_added: 'An authenticator app was added to your account.',
    totp_removed: 'The authenticator app was removed from your account.',
    recovery_codes_renewed: 'New recovery codes were created for your account.',
    recovery_code_used: 'A recovery code was used to sign in to your account.',
    key_made: 'An API key was created for your account.',
  },
  bg: {
    password_changed: 'Паролата на профила Ви беше сменена.',
    passkey_added: 'Към профила Ви беше добавен ключ за достъп.',
    passkey_removed: 'От профила Ви беше премахнат ключ за достъп.',
    totp_added: 'Към профила Ви беше добавено приложение за кодове.',
    totp_removed: 'Приложението за кодове беше премахнато от профила Ви.',
    recovery_codes_renewed: 'За профила Ви бяха създадени нови резервни кодове.',
    recovery_code_used: 'За вход в профила Ви беше използван резервен код.',
    key_made: 'За профила Ви беше създаден API ключ.',
  },
};

interface Remedy {
  readonly text: string;
  readonly button: string;
}

interface Frame {
  readonly subject: string;
  readonly greeting: string;
  /** For the owner of the account, if the change was not theirs. */
  readonly remedy: Remedy;
  /** The same if they no longer know the password. */
  readonly remedyWithoutPassword: Remedy;
}

const frame: Readonly<Record<LanguageCode, Frame>> = {
  en: {
    subject: 'A change to the security of your account',
    greeting: 'Hello!',
    remedy: {
      text: 'If it was not you, change your password and sign out all devices:',
      button: 'Open the settings',
    },
    remedyWithoutPassword: {
      text: 'If it was not you, choose a new password, which also signs out all devices:',
      button: 'Choose a new password',
    },
  },
  bg: {
    subject: 'Промяна в сигурността на профила Ви',
    greeting: 'Здравейте!',
    remedy: {
      text: 'Ако не сте били Вие, сменете паролата си и излезте от всички устройства:',
      button: 'Отворете настройките',
    },
    remedyWithoutPassword: {
      text: 'Ако не сте били Вие, изберете нова парола; това прекратява и сесиите на всички устройства:',
      button: 'Изберете нова парола',
    },
  },
};

const mailJob = defineJob({
  name: 'session.security-mail',
  payload: z.object({ userId: z.string(), change: z.enum(changes) }),
});

/** Registers the job that mails the owner of an account whose address is proven. */
export const registerSecurityMails = (accounts: AccountsContext): void => {
  const { database, jobs, settings } = accounts;
  jobs.work(mailJob, async ({ userId, change }) => {
    const user = await findMailRecipient(database, userId);
    if (user?.isProven !== true) return;
    const { language } = user;
    const { subject, greeting, remedy, remedyWithoutPassword } = frame[language];
    const isPasswordLost = change === 'password_changed';
    const { text, button } = isPasswordLost ? remedyWithoutPassword : remedy;
    const baseUrl = siteOrigin(accounts.settings);
    const mail: Mail = {
      kind: 'security',
      to: user.email,
      subject: `${subject} - ${settings.SITE_NAME}`,
      ...layOutMail({
        language,
        siteName: settings.SITE_NAME,
        baseUrl,
        before: [greeting, texts[language][change], text],
        button: {
          text: button,
          url: baseUrl + (isPasswordLost ? '/forgot-password' : '/settings'),
        },
      }),
    };
    await sendIfDeliverable(accounts, mail, { userId });
  });
};

/** Mails the owner of an account about a change once it is committed, if a mail server is configured. */
export const mailSecurityChange = async (
  { jobs, mailer }: AccountsContext,
  transaction: Transaction<Schema>,
  userId: string,
  change: SecurityChange,
): Promise<void> => {
  if (mailer.enabled) await jobs.enqueueWithin(transaction, mailJob, { userId, change });
};
