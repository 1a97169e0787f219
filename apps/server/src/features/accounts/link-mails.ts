import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Mail } from '#platform/mail/mailer.ts';
import type { MailLinkPurpose } from './mail-links.ts';

interface LinkMailTexts {
  readonly subject: string;
  readonly before: string;
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
      before:
        'Somebody asked for a new password for your account. With this link you can choose one within an hour:',
      after: 'If it was not you, you need do nothing: your password stays as it is.',
    },
    bg: {
      subject: 'Избор на нова парола',
      before:
        'Някой поиска нова парола за профила Ви. В рамките на един час можете да я изберете чрез тази връзка:',
      after: 'Ако не сте били Вие, не е нужно да правите нищо: паролата Ви остава същата.',
    },
  },
  'confirm-email': {
    en: {
      subject: 'Confirm your email address',
      before:
        'This address was given for an account. If it is yours, please confirm it within a week:',
      after:
        'If you know nothing of it, you can ignore this mail. An address that is not confirmed gets nothing else from us.',
    },
    bg: {
      subject: 'Потвърдете имейл адреса си',
      before:
        'Този адрес беше посочен за профил при нас. Ако профилът е Ваш, моля, потвърдете адреса до една седмица:',
      after:
        'Ако не знаете нищо за това, не е нужно да правите нищо. На непотвърден адрес не изпращаме нищо друго.',
    },
  },
  'confirm-administrator': {
    en: {
      subject: 'Become the administrator',
      before:
        'This address was named for the first administrator. With this link you confirm it and choose a new password within a day; every device that is signed in to the account is signed out:',
      after: 'If you do not run this site, you can ignore this mail.',
    },
    bg: {
      subject: 'Станете администратор',
      before:
        'Този адрес е посочен за първия администратор. Чрез тази връзка в рамките на един ден можете да го потвърдите и да изберете нова парола; всички влезли в профила устройства ще излязат от него:',
      after: 'Ако не управлявате този сайт, не е нужно да правите нищо.',
    },
  },
  'change-email': {
    en: {
      subject: 'Confirm your new email address',
      before:
        'Somebody wants to sign in with this address from now on. If it was you, please confirm it within a day:',
      after: 'If you know nothing of it, you can ignore this mail: nothing changes.',
    },
    bg: {
      subject: 'Потвърдете новия си имейл адрес',
      before:
        'Някой иска да влиза в профила си с този адрес. Ако сте Вие, моля, потвърдете го в рамките на един ден:',
      after: 'Ако не знаете нищо за това, не е нужно да правите нищо: нищо няма да се промени.',
    },
  },
  'undo-email': {
    en: {
      subject: 'Your email address was changed',
      before:
        'Your account has another email address from now on, and you sign in with that one. If it was not you, take your account back within seven days with this link. You choose a new password, and every device is signed out:',
      after: 'If it was you, you need do nothing.',
    },
    bg: {
      subject: 'Имейл адресът Ви беше сменен',
      before:
        'Профилът Ви вече е с друг имейл адрес и влизането става с него. Ако не сте били Вие, до седем дни можете да си върнете профила чрез тази връзка. Ще изберете нова парола, а всички устройства ще излязат от профила:',
      after: 'Ако сте били Вие, не е нужно да правите нищо.',
    },
  },
};

export interface LinkMailOptions {
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
  const { subject, before, after } = words[purpose][language];
  const link = `${baseUrl}${paths[purpose]}#${token}`;
  return {
    to: to.email,
    subject: `${subject} - ${siteName}`,
    text: [greetings[language](to.name), before, link, after].join('\n\n'),
  };
};

/** The browser's preferred language (`Accept-Language`) among those of mails. */
export const preferredLanguage = (header: string | undefined): LanguageCode =>
  /^\s*bg\b/i.test(header ?? '') ? 'bg' : 'en';
