import type { LanguageCode } from '@izgodno/contract/common/language';
import { mailLanguageOf } from '#platform/mail/mail-language.ts';
import type { Connection } from '#schema/schema.ts';

interface MailRecipient {
  readonly email: string;
  /** Whether the address is known to be the user's. */
  readonly isProven: boolean;
  readonly language: LanguageCode;
}

/** What a mail to a user needs; undefined if the account is deleted. */
export const findMailRecipient = async (
  connection: Connection,
  userId: string,
): Promise<MailRecipient | undefined> => {
  const user = await connection
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('browser_languages', 'browser_languages.user_id', 'users.id')
    .select([
      'users.email',
      'users.email_confirmed_at as provenAt',
      'profiles.language as chosen',
      'browser_languages.language as browser',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (user === undefined) return undefined;
  const { email, provenAt } = user;
  return { email, isProven: provenAt !== null, language: mailLanguageOf(user) };
};
