import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Mail } from '#platform/mail/mailer.ts';
import type { MailLinkPurpose } from './mail-links.ts';

interface Words {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly lines: (link: string) => readonly string[];
}

const words: Readonly<Record<MailLinkPurpose, Readonly<Record<LanguageCode, Words>>>> = {
  'reset-password': {
    en: {
      subject: 'Choose a new password',
      greeting: (name) => `Hello, ${name}!`,
      lines: (link) => [
        'Somebody asked for a new password for your account. With this link you can choose one within an hour:',
        link,
        'If it was not you, you need do nothing: your password stays as it is.',
      ],
    },
    bg: {
      subject: 'Избор на нова парола',
      greeting: (name) => `Здравейте, ${name}!`,
      lines: (link) => [
        'Някой поиска нова парола за профила Ви. В рамките на един час можете да я изберете чрез тази връзка:',
        link,
        'Ако не сте били Вие, не е нужно да правите нищо: паролата Ви остава същата.',
      ],
    },
  },
  'confirm-email': {
    en: {
      subject: 'Confirm your email address',
      greeting: (name) => `Hello, ${name}!`,
      lines: (link) => [
        'This address was given for an account. If it is yours, please confirm it within a week:',
        link,
        'If you know nothing of it, you can ignore this mail.',
      ],
    },
    bg: {
      subject: 'Потвърдете имейл адреса си',
      greeting: (name) => `Здравейте, ${name}!`,
      lines: (link) => [
        'Този адрес беше посочен за профил при нас. Ако профилът е Ваш, моля, потвърдете адреса до една седмица:',
        link,
        'Ако не знаете нищо за това, не е нужно да правите нищо.',
      ],
    },
  },
};

export interface LinkMailOptions {
  readonly purpose: MailLinkPurpose;
  readonly language: LanguageCode;
  readonly to: { readonly name: string; readonly email: string };
  readonly token: string;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
}

/** The token stands behind `#`: browsers send that part to nobody, so no log and no other site learns it. */
export const composeLinkMail = (options: LinkMailOptions): Mail => {
  const { purpose, language, to, token, siteName, baseUrl } = options;
  const { subject, greeting, lines } = words[purpose][language];
  return {
    to: to.email,
    subject: `${subject} - ${siteName}`,
    text: [greeting(to.name), ...lines(`${baseUrl}/${purpose}#${token}`)].join('\n\n'),
  };
};

/** The language that a browser prefers (`Accept-Language`), of those that mails are written in. */
export const preferredLanguage = (header: string | undefined): LanguageCode =>
  /^\s*bg\b/i.test(header ?? '') ? 'bg' : 'en';
