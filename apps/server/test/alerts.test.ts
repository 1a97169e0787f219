import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { addFavorite } from '@izgodno/contract/engagement/calls';
import { listNotices } from '@izgodno/contract/notices/calls';
import { saveSearch } from '@izgodno/contract/saved-searches/calls';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { systemClock } from '#platform/clock.ts';
import { createPgBossJobs } from '#platform/jobs/pg-boss-jobs.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/logger.ts';
import { dealsChanged } from '#features/deals/api.ts';
import { provideChatApp, type Chatter } from './chat-app.ts';
import { feedOf, importFrom, useFolder, writeFeedFile, type Offer } from './import-harness.ts';

const folder = useFolder();
let jobs: Jobs | undefined;
const chat = provideChatApp({}, ({ database, connectionString }) => {
  jobs = createPgBossJobs({ connectionString, logger: createLogger('silent'), pollSeconds: 0.5 });
  return { search: createPostgresDealSearch(database), jobs, clock: systemClock };
});

const readFeed = async (...offers: readonly Offer[]): Promise<void> => {
  const feed = await writeFeedFile(folder.path, 'feed.xml', feedOf(offers));
  await importFrom(chat.current.session.database, folder.path, path.resolve(feed));
  chat.current.session.bus.publish(dealsChanged, {});
};

const notified = async (who: Chatter): Promise<readonly string[]> =>
  (await who.get(listNotices)).notices.map(({ content }) => content.kind);

beforeAll(async () => {
  await jobs?.start();
  return () => jobs?.stop();
});

test('a change by an import reaches the open pages of notified users without a schedule', async () => {
  const offer = { id: '1', title: 'Планински велосипед', price: '100.00 EUR' };
  await readFeed(offer);
  const { database } = chat.current.session.database;
  const { id } = await database.selectFrom('deals').select('id').executeTakeFirstOrThrow();
  const [keeper, searcher, other] = await Promise.all(
    Array.from({ length: 3 }, () => chat.current.someone()),
  );
  if (keeper === undefined || searcher === undefined || other === undefined) throw new Error();
  await keeper.get(addFavorite, { params: { id: String(id) } });
  await searcher.get(saveSearch, { body: { query: 'q=фотоапарат', name: 'Фото' } });
  const [keeperPage, searcherPage, otherPage] = await Promise.all(
    [keeper, searcher, other].map((who) => who.connect()),
  );
  // A new reader begins with the next change.
  await expect
    .poll(() => database.selectFrom('change_readers').select('name').orderBy('name').execute())
    .toEqual(
      ['favorite-alerts', 'price-alerts', 'saved-searches', 'webhooks'].map((name) => ({ name })),
    );

  await readFeed(
    { ...offer, price: '80.00 EUR' },
    { id: '2', title: 'Фотоапарат', price: '50.00 EUR' },
  );
  const notice = await keeperPage?.frame('notice.created');
  expect(notice?.data).toEqual({ unread: 1 });
  expect(await notified(keeper)).toEqual(['price_drop']);
  expect((await searcherPage?.frame('notice.created'))?.data).toEqual({ unread: 1 });
  expect(await notified(searcher)).toEqual(['saved_search']);
  expect(otherPage?.frames.map(({ type }) => type)).not.toContain('notice.created');
});

test('a deal that a feed lists again is notified to users with it among their favourites', async () => {
  const offer = { id: '7', title: 'Каяк', price: '300.00 EUR' };
  const rest = { id: '8', title: 'Гребло', price: '30.00 EUR' };
  await readFeed({ ...offer, availability: 'out_of_stock' }, rest);
  const { database } = chat.current.session.database;
  const { id } = await database
    .selectFrom('deals')
    .select('id')
    .where('title', '=', offer.title)
    .executeTakeFirstOrThrow();
  const keeper = await chat.current.someone();
  await keeper.get(addFavorite, { params: { id: String(id) } });
  const keeperPage = await keeper.connect();

  await readFeed(offer, rest);
  expect((await keeperPage.frame('notice.created')).data).toEqual({ unread: 1 });
  expect(await notified(keeper)).toEqual(['back_in_stock']);

  // A deal that the feed does not list is unavailable until it is listed again.
  await readFeed(rest);
  await expect.poll(() => notified(keeper)).toEqual(['no_longer_available', 'back_in_stock']);
  await readFeed(offer, rest);
  await expect
    .poll(() => notified(keeper))
    .toEqual(['back_in_stock', 'no_longer_available', 'back_in_stock']);
});
