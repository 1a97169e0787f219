import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Settings } from '#config/settings.ts';
import type { Bus } from '#platform/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#schema/schema.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { createNetworks } from '#features/visitors/api.ts';
import type { Pusher } from '#platform/push/pusher.ts';
import type { AccountData } from '#features/accounts/api.ts';
import type { AuditTrail } from '#features/audit/api.ts';
import type { DealCatalogue } from '#features/deals/api.ts';
import type { DealSearch } from '#features/search/api.ts';
import type { Files } from '#features/uploads/api.ts';
import type { Notifier } from '#features/notices/api.ts';
import { registerBlocks } from '#features/blocks/register-blocks.ts';
import { registerContact } from '#features/site/contact/register-contact.ts';
import { toDealQuery } from '#features/search/api.ts';
import { registerJudging } from '#features/moderation/register-judging.ts';
import { registerKeeping } from '#features/engagement/register-keeping.ts';
import { registerNewsletter } from '#features/newsletter/register-newsletter.ts';
import { registerNotices } from '#features/notices/register-notices.ts';
import { registerPosting } from '#features/posts/register-posting.ts';
import { registerDashboard } from '#features/dashboard/register-dashboard.ts';
import { registerProfile } from '#features/profiles/register-profile.ts';
import { registerSavedSearches } from '#features/saved-searches/register-saved-searches.ts';
import { registerTrending } from '#features/engagement/trending/register-trending.ts';

export interface UserFeatureDependencies {
  readonly settings: Settings;
  readonly database: Database;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mailer: Mailer;
  readonly pusher: Pusher;
  readonly search: DealSearch;
  readonly catalogue: DealCatalogue;
  readonly files: Files;
  readonly accountData: AccountData;
  readonly audit: AuditTrail;
}

/**
 * Registers members' features and connects their ports. Returns what other features notify users
 * with.
 */
export const registerUserFeatures = (
  app: FastifyInstance,
  given: UserFeatureDependencies,
): Notifier => {
  const networks = createNetworks(given.database, given.clock);
  const notifier = registerNotices(app, given);
  const shared = { ...given, networks, notifier };
  registerPosting(app, shared);
  registerKeeping(app, shared);
  const trending = registerTrending(app, shared);
  registerSavedSearches(app, { ...shared, toDealQuery });
  registerJudging(app, shared);
  registerProfile(app, shared);
  registerDashboard(app, shared);
  registerContact(app, shared);
  registerNewsletter(app, { ...shared, trending });
  registerBlocks(app, given);
  return notifier;
};
