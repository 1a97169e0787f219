import { parseStorable } from '@izgodno/contract/common/parse-untrusted';
import { noticeKinds, noticeKindSchema, type NoticeKind } from '@izgodno/contract/notices/notice';
import type { Database } from '#schema/schema.ts';
import { createToken } from '#platform/tokens.ts';
import { changePreferences, type PreferenceChanges } from './preferences.ts';

const SEPARATOR = '.';

/** What a link stops: mails of one kind, or all of them. */
export type Unsubscribed = NoticeKind | 'all';

export type Unsubscribing = ReturnType<typeof createUnsubscribing>;

/**
 * Links that stop mails without a sign-in. They can do nothing else, because anyone with the mail
 * has them.
 */
export const createUnsubscribing = (database: Database) => {
  const findPerson = async (token: string): Promise<string | null> => {
    const row = await database
      .selectFrom('unsubscribe_tokens')
      .select('user_id')
      .where('token', '=', token)
      .executeTakeFirst();
    return row?.user_id ?? null;
  };

  return {
    /** The token of a user's link. */
    async tokenFor(userId: string, what: Unsubscribed): Promise<string> {
      await database
        .insertInto('unsubscribe_tokens')
        .values({ user_id: userId, token: createToken() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const { token } = await database
        .selectFrom('unsubscribe_tokens')
        .select('token')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return `${token}${SEPARATOR}${what}`;
    },

    /** Stops the mails of a link. Returns false for an unknown link. */
    async take(linkToken: string): Promise<boolean> {
      const [token = '', what = ''] = linkToken.split(SEPARATOR);
      const kind = parseStorable(noticeKindSchema, what);
      const userId = await findPerson(token);
      if (userId === null || (!kind.success && what !== 'all')) return false;
      const changes: PreferenceChanges = Object.fromEntries(
        (kind.success ? [kind.data] : noticeKinds).map((each) => [each, { mail: false }]),
      );
      await changePreferences(database, userId, changes);
      return true;
    },
  };
};
