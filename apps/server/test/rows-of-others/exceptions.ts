/** A statement that may read rows of others, found by a part of its text on one line. */
interface Exception {
  readonly calls: readonly string[];
  readonly statement: string;
  readonly because: string;
  /** Whether some versions of PostgreSQL do not need it. */
  readonly byVersion?: boolean;
}

const newest = 'It reads the newest, to a fixed number.';
const all = 'Administrators and moderators count all.';
const everyThreeMinutes =
  'A job computes it every three minutes; only the first request of a product does.';
const byChannel =
  'It looks once into the index of each channel: an index on senders alone would slow down every message.';

export const exceptions: readonly Exception[] = [
  { calls: ['listUsers'], statement: 'count(*) as "total" from "users"', because: all },
  { calls: ['getUser'], statement: 'FROM channels, LATERAL', because: byChannel },
  {
    calls: ['deleteUser', 'deleteAccount'],
    statement: 'select "id" from "channels" where ( EXISTS',
    because: byChannel,
  },
  {
    calls: ['findEverywhere', 'searchMessages'],
    statement: `with "messages" as (select "m".*, ' ' || m.search_words || ' ' as "terms" from "messages" as "m" where true`,
    because: newest,
  },
  { calls: ['suggestDeals'], statement: 'WITH newest AS ( SELECT d.title', because: newest },
  {
    calls: ['previewSavedSearch'],
    statement: 'count(*) as "recent" from "deals" where "id" = ANY',
    because: 'It counts the newest matches, to a fixed number.',
  },
  { calls: ['listTrendingDeals'], statement: 'WITH signals AS (', because: everyThreeMinutes },
  {
    calls: ['listTrendingDeals'],
    statement: '"trending_deals"."score" as "key" from "deals"',
    because: 'The list is short, and here so new that PostgreSQL does not know it.',
  },
  {
    calls: ['listTrendingDeals'],
    statement: 'from "deals" inner join "sources" on "sources"."id" = "deals"."source_id" where',
    because: 'Of 500 deals in the list among 3,000, PostgreSQL 15 reads all.',
    byVersion: true,
  },
  {
    calls: ['listReports'],
    statement: 'select count(distinct "deal_id") as "total"',
    because: all,
  },
  { calls: ['listSearches'], statement: 'FROM search_counts WHERE day', because: all },
  { calls: ['listSearches'], statement: 'FROM search_refinements r', because: all },
  {
    calls: ['listSources'],
    statement: 'count(*) as "deals" from "deals" where "status" = \'active\' group by',
    because: all,
  },
  {
    calls: ['listNodes'],
    statement: 'from "nodes" where "reported_at"',
    because: 'Administrators read all nodes, which are few.',
  },
];

const memory = 'The response is in memory, or in files and settings.';
const jobsOfTests = 'Jobs of tests are in no table.';

/** Calls and frames without a statement, and why. */
export const withoutStatements: Readonly<Record<string, string>> = {
  examine: 'Tests have nothing to examine.',
  'frame idle': memory,
  'frame ping': memory,
  'frame token': 'The session is cached from the frame before.',
  getSignInOptions: memory,
  getUploadConfig: memory,
  listBackups: memory,
  listJobs: jobsOfTests,
  listSettings: memory,
  readConnection: memory,
  readGeo: memory,
  readLegalPage: memory,
  readSite: memory,
  reportSearch: 'Reports are stored later, in groups.',
  retryJob: jobsOfTests,
  suggestLocations: memory,
};

const otherSite = 'It reads another site, which tests have not.';
const noLink = 'Only the start of a product without an administrator makes its link.';

/** Calls that no step makes with success, and why. Their rejections run statements too. */
export const neverAccepted: Readonly<Record<string, string>> = {
  confirmAdministrator: noLink,
  makeFirstAdministrator: noLink,
  previewFeed: otherSite,
  readLink: otherSite,
  retryJob: jobsOfTests,
  watchPage: otherSite,
};
