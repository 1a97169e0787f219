import type { LanguageCode } from '@izgodno/contract/common/language';
import { siteOrigin } from '#config/site-origin.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import { sendIfDeliverable, type Mail } from '#platform/mail/mailer.ts';
import type { AccountsContext } from './accounts-context.ts';
import { allowsAttempt, forgiveAttempts } from './attempt-limits.ts';
import type { MailLinkPurpose } from './mail-links.ts';
import { findUser } from './session-repository.ts';

interface LinkMailTexts {
  readonly subject: string;
  readonly before: string;
  /** The text of the button. */
  readonly button: string;
  readonly after: string;
}

/** The page a link opens. The query names the purpose, so that one page serves several. */
const paths: Readonly<Record<MailLinkPurpose, string>> = {
  'reset-password': '/reset-password',
  'confirm-email': '/confirm-email',
  'confirm-administrator': '/reset-password?for=administrator',
  'change-email': '/confirm-email?for=change',
  'undo-email': '/reset-password?for=undo',
};

const greetings: Readonly<Record<LanguageCode, (name: string | null) => string>> = {
  en: (name) => (name === null ? 'Hello!' : `Hello, ${name}!`),
  bg: (name) => (name === null ? 'Здравейте!' : `Здравейте, ${name}!`),
};

// Subjects contain nothing that a stranger may have written.
const words: Readonly<Record<MailLinkPurpose, Readonly<Record<LanguageCode, LinkMailTexts>>>> = {
  'reset-password': {
    en: {
      subject: 'Choose a new password',
      button: 'Choose a new password',
      before:
        'We received a request for a new password for your account. You can choose one within an hour:',
      after: 'If you did not ask for it, ignore this email: your password does not change.',
    },
    bg: {
      subject: 'Избор на нова парола',
      button: 'Изберете нова парола',
      before: 'Получихме заявка за нова парола за профила Ви. Можете да я изберете до един час:',
      after: 'Ако не сте били Вие, не е нужно да правите нищо: паролата Ви няма да се промени.',
    },
  },
  'confirm-email': {
    en: {
      subject: 'Confirm your email address',
      button: 'Confirm the address',
      before:
        'An account was created with this address. If it is yours, please confirm the address within a week:',
      after:
        'If it is not yours, ignore this email. We send nothing else to an address that is not confirmed.',
    },
    bg: {
      subject: 'Потвърдете имейл адреса си',
      button: 'Потвърдете адреса',
      before:
        'С този адрес беше създаден профил при нас. Ако профилът е Ваш, моля, потвърдете адреса до една седмица:',
      after:
        'Ако не знаете нищо за това, не е нужно да правите нищо. На непотвърден адрес не изпращаме нищо друго.',
    },
  },
  'confirm-administrator': {
    en: {
      subject: 'Become the administrator',
      button: 'Become the administrator',
      before:
        'This address is set as that of the first administrator. Confirm it and choose a new password within a day; all devices are then signed out:',
      after: 'If you do not run this site, ignore this email.',
    },
    bg: {
      subject: 'Станете администратор',
      button: 'Станете администратор',
      before:
        'Този адрес е посочен за първия администратор. Потвърдете го и изберете нова парола до един ден; това ще прекрати сесиите на всички устройства:',
      after: 'Ако не управлявате този сайт, не е нужно да правите нищо.',
    },
  },
  'change-email': {
    en: {
      subject: 'Confirm your new email address',
      button: 'Confirm the address',
      before:
        'We received a request to sign in with this address from now on. If it was you, please confirm it within a day:',
      after: 'If it was not you, ignore this email: nothing changes.',
    },
    bg: {
      subject: 'Потвърдете новия си имейл адрес',
      button: 'Потвърдете адреса',
      before:
        'Получихме заявка този адрес да се използва за вход в профил при нас. Ако е от Вас, моля, потвърдете го до един ден:',
      after: 'Ако не знаете нищо за това, не е нужно да правите нищо: нищо няма да се промени.',
    },
  },
  'undo-email': {
    en: {
      subject: 'Your email address was changed',
      button: 'Take the account back',
      before:
        'Your account now has another email address, and you sign in with that one. If it was not you, you can take your account back within seven days. You then choose a new password, and all devices are signed out:',
      after: 'If it was you, there is nothing to do.',
    },
    bg: {
      subject: 'Имейл адресът Ви беше сменен',
      button: 'Върнете си профила',
      before:
        'Профилът Ви вече е с друг имейл адрес и влизането става с него. Ако не сте го сменили Вие, можете да си върнете профила до седем дни. Ще изберете нова парола, а сесиите на всички устройства ще бъдат прекратени:',
      after: 'Ако сте го сменили Вие, не е нужно да правите нищо.',
    },
  },
};

interface LinkMailOptions {
  readonly purpose: MailLinkPurpose;
  readonly language: LanguageCode;
  /** The name if the address is proven; null if a stranger may have written it. */
  readonly to: { readonly name: string | null; readonly email: string };
  readonly token: string;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
}

/**
 * The token comes after `#`: browsers do not send that part, so it reaches no log and no other
 * site.
 */
export const composeLinkMail = (options: LinkMailOptions): Mail => {
  const { purpose, language, to, token, siteName, baseUrl } = options;
  const { subject, before, button, after } = words[purpose][language];
  const link = `${baseUrl}${paths[purpose]}#${token}`;
  return {
    kind: 'account',
    to: to.email,
    subject: `${subject} - ${siteName}`,
    ...layOutMail({
      language,
      siteName,
      baseUrl,
      before: [greetings[language](to.name), before],
      button: { text: button, url: link },
      after: [after],
    }),
  };
};

interface LinkRecipient {
  readonly email: string;
  /**
   * Whether a user has proven to read the address. An unproven one gets one mail a day, without
   * anything that a stranger wrote.
   */
  readonly isProven: boolean;
}

interface LinkToSend {
  readonly purpose: MailLinkPurpose;
  readonly token: string;
  readonly userId: string;
  /** The browser's language; the account's own choice takes precedence. */
  readonly language: LanguageCode;
}

const send = async (
  accounts: AccountsContext,
  { email, isProven }: LinkRecipient,
  { purpose, token, userId, language }: LinkToSend,
): Promise<void> => {
  const { database, settings } = accounts;
  const name = isProven ? ((await findUser(database, userId))?.name ?? null) : null;
  const profile = await database
    .selectFrom('profiles')
    .select('language')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const mail = composeLinkMail({
    purpose,
    language: profile?.language ?? language,
    to: { name, email },
    token,
    siteName: settings.SITE_NAME,
    baseUrl: siteOrigin(settings),
  });
  await sendIfDeliverable(accounts, mail, { userId });
};

/** Mails the link that `make` makes, if the email address may get a mail now; `make` may return none. */
export const sendLink = async (
  accounts: AccountsContext,
  to: LinkRecipient,
  make: () => Promise<LinkToSend | null>,
): Promise<void> => {
  if (!to.isProven && !(await allowsAttempt(accounts, 'mailToUnproven', to.email))) {
    accounts.logger.info(
      { event: 'mail_withheld' },
      'an unproven address already had its mail of the day',
    );
    return;
  }
  let isSent = false;
  try {
    const link = await make();
    if (link === null) return;
    await send(accounts, to, link);
    isSent = true;
  } finally {
    // The job is retried, or its link is over; the mail of the day must not count as sent.
    if (!isSent && !to.isProven) await forgiveAttempts(accounts, 'mailToUnproven', to.email);
  }
};
