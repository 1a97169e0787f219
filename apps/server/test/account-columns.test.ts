import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { exportAccount } from '@izgodno/contract/accounts/account-export';
import { provideSessionApp } from './session-app.ts';

const session = provideSessionApp();

/** The part of the export that has what each column says of a user. */
const exportedAs = {
  'api_keys.user_id': 'apiKeys',
  'appeals.user_id': 'appeals',
  'audit_entries.owner_id': 'decisions',
  'browser_languages.user_id': 'browserLanguage',
  'channel_hooks.maker_id': 'channelHooks',
  'channel_invitations.inviter_id': 'invitations',
  'channel_invitations.user_id': 'invitations',
  'channel_members.user_id': 'channels',
  'chat_statuses.user_id': 'chatStatus',
  'contact_messages.email': 'contactMessages',
  'deal_likes.user_id': 'likes',
  'deal_reports.reporter_id': 'reports',
  'deal_votes.user_id': 'votes',
  'deals.seller_id': 'posts',
  'expired_marks.user_id': 'expiredVotes',
  'favorites.user_id': 'favorites',
  'files.owner_id': 'uploads',
  'known_devices.user_id': 'knownBrowsers',
  'later_notice_preferences.user_id': 'laterNoticePreferences',
  'member_reports.reporter_id': 'reports',
  'message_drafts.user_id': 'messageDrafts',
  'message_reactions.user_id': 'reactions',
  'message_reports.reporter_id': 'reports',
  'messages.sender_id': 'messages',
  'newsletter_subscriptions.email': 'newsletter',
  'notice_preferences.user_id': 'noticePreferences',
  'notices.user_id': 'notices',
  'page_watches.user_id': 'watchedPages',
  'passkeys.user_id': 'signIn',
  'person_blocks.blocker_id': 'blocks',
  'price_alerts.user_id': 'priceAlerts',
  'profiles.user_id': 'profile',
  'push_subscriptions.user_id': 'pushSubscriptions',
  'ratings.rated_id': 'ratingReplies',
  'ratings.rater_id': 'ratings',
  'recovery_codes.user_id': 'signIn',
  'sales.buyer_id': 'sales',
  'sales.seller_id': 'sales',
  'saved_messages.user_id': 'savedMessages',
  'saved_searches.user_id': 'savedSearches',
  'sessions.user_id': 'sessions',
  'starred_channels.user_id': 'channels',
  'thread_follows.user_id': 'followedThreads',
  'totp_secrets.user_id': 'signIn',
  'webhooks.user_id': 'webhooks',
} as const;

/** What columns say of users that the export does not have, with the reason. */
const notExported = {
  'audit_entries.actor_id': 'What moderators did, which is about others.',
  'channel_bans.banned_by': 'What moderators of a channel did, which is about others.',
  'channel_bans.user_id': 'Written by the moderators of a channel.',
  'channel_log.actor_id': 'Written by the moderators of a channel.',
  'channel_log.subject_id': 'Written by the moderators of a channel.',
  'channels.created_by': 'A channel is about its members.',
  'factor_challenges.user_id': 'Random values that live for minutes.',
  'idempotency_keys.user_id': 'Responses that the export has anyway, for a day.',
  'mail_links.email': 'Addresses that were mailed to their owners, for days.',
  'mail_links.user_id': 'Digests of secrets that live for days.',
  'member_reports.subject_id': 'Written by others, whom it would reveal.',
  'member_reports.user_id': 'Written by others, whom it would reveal.',
  'message_deliveries.user_id': 'Positions of reading, for the ticks of others.',
  'person_blocks.blocked_id': 'A blocked user is not told.',
  'suspensions.user_id': 'A suspended user cannot sign in, and is mailed the reason.',
  'unsubscribe_tokens.user_id': 'A secret.',
  'webhook_deals.user_id': 'Digests of the posts.',
} as const;

/** What becomes of columns about users that no foreign key erases, when an account is deleted. */
const withoutKey = {
  'audit_entries.actor_id': 'Stays: an id without a name.',
  'channel_bans.banned_by': 'Stays: an id without a name.',
  'channels.created_by': 'Stays: an id without a name.',
  'contact_messages.email':
    'Stays for a year, as without an account, because it may wait for a reply.',
  'deals.seller_id': 'Erased with the content of the posts.',
  'mail_links.email': 'Erased with its row by `user_id`.',
  'member_reports.subject_id': 'Erased with its row by `user_id`.',
  'messages.sender_id': 'Stays: an id without a name, of messages that are emptied.',
  'newsletter_subscriptions.email':
    'Erased with the account, if its email is confirmed, because anyone can register an email.',
} as const;

/** Columns that name a user: by a foreign key, an email, or an id that leads to nothing else. */
const columnsAboutUsers = async () => {
  const { rows } = await sql<{ name: string; isKey: boolean }>`
    WITH keys AS (
      SELECT conrelid AS relation, own, confrelid IN ('users'::regclass, 'channel_members'::regclass) AS is_personal
        FROM pg_constraint CROSS JOIN unnest(conkey) AS own WHERE contype = 'f'
    )
    SELECT relname || '.' || attname AS name, bool_or(own IS NOT NULL) AS "isKey"
      FROM pg_class
      JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN keys ON relation = attrelid AND own = attnum
     WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'users'
       AND relnamespace = 'public'::regnamespace
       AND attname !~ '^id$|(message|thread|root|channel|file|client|mail)_id$'
       AND (is_personal OR attname ~ 'email$' OR own IS NULL AND atttypid = 'uuid'::regtype)
     GROUP BY 1`.execute(session.current.database.database);
  return rows;
};

test('the export has every column about users, except for a reason', async () => {
  const columns = await columnsAboutUsers();
  const decided = [...Object.keys(exportedAs), ...Object.keys(notExported)];
  expect(columns.map(({ name }) => name).toSorted()).toEqual(decided.toSorted());
  const { accessToken: token } = await session.current.signUp();
  const response = await session.current.send(exportAccount, { token });
  expect(Object.keys(Object(response.json()))).toEqual(
    expect.arrayContaining(Object.values(exportedAs)),
  );
});

test('what a deletion does is decided for every column about users without a foreign key', async () => {
  const columns = await columnsAboutUsers();
  const found = columns.filter(({ isKey }) => !isKey).map(({ name }) => name);
  expect(found.toSorted()).toEqual(Object.keys(withoutKey).toSorted());
});
