import type { LanguageCode } from '@izgodno/contract/common/language';
import type { Mail } from '#platform/mail/mailer.ts';

interface ConfirmationOptions {
  readonly to: string;
  readonly language: LanguageCode;
  readonly siteName: string;
  /** Origin of the product. */
  readonly baseUrl: string;
  readonly token: string;
}

const wordings = {
  en: (site: string, link: string, leaving: string) => ({
    subject: `Confirm the ${site} newsletter`,
    text: `Somebody, hopefully you, asked for the ${site} newsletter for this address.\n\nConfirm it here:\n${link}\n\nIf it was not you, do nothing: we will not write again.\n\nTo stop it at any time:\n${leaving}\n`,
  }),
  bg: (site: string, link: string, leaving: string) => ({
    subject: `Потвърдете бюлетина на ${site}`,
    text: `Някой – надяваме се, че сте Вие – поиска бюлетина на ${site} за този адрес.\n\nПотвърдете тук:\n${link}\n\nАко не сте били Вие, не правете нищо: няма да Ви пишем повече.\n\nЗа да го спрете по всяко време:\n${leaving}\n`,
  }),
} as const;

/** The mail with the link that proves an email address. */
export const writeConfirmation = (options: ConfirmationOptions): Mail => {
  const link = `${options.baseUrl}/welcome?newsletter=${options.token}&lang=${options.language}`;
  const leaving = `${options.baseUrl}/newsletter/leave?token=${options.token}&lang=${options.language}`;
  return { to: options.to, ...wordings[options.language](options.siteName, link, leaving) };
};
