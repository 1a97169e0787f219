import type { FastifyInstance } from 'fastify';
import { readConfiguration } from '#config/configuration.ts';
import { createPostgresDealSearch } from '#features/search/engine/postgres/postgres-search.ts';
import { createInProcessBus, type Bus } from '#platform/bus.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Schema } from '#schema/schema.ts';
import { buildTestApp } from '../build-test-app.ts';
import { cheapHasher } from '../cheap-hasher.ts';
import { aDeal, insertDeals, insertSources } from '../deal-factory.ts';
import { createImmediateJobs } from '../immediate-jobs.ts';
import type { TestDatabase } from '../test-database.ts';
import { createWorld } from './create-world.ts';
import type { World } from './play.ts';
import { watchStatements, type WatchedStatements } from './watch-statements.ts';

/** An application whose calls are played, with watched connections. */
export interface PlayedApp {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly watched: WatchedStatements;
  /** New users, with what no call makes. */
  enter(run: string): Promise<World>;
  close(): Promise<void>;
}

const watchJobs = (watched: WatchedStatements): Jobs => {
  const jobs = createImmediateJobs();
  return {
    ...jobs,
    enqueue(kind, payload, options) {
      watched.note(`enqueued ${kind.name}`);
      return jobs.enqueue(kind, payload, options);
    },
    work(kind, handle, options) {
      jobs.work(
        kind,
        (payload, signal) => {
          watched.note(`job ${kind.name}`);
          return watched.apart(() => handle(payload, signal));
        },
        options,
      );
    },
  };
};

const watchBus = (watched: WatchedStatements): Bus => {
  const bus = createInProcessBus();
  return {
    ...bus,
    publish(topic, message, scope) {
      watched.note(`message ${topic.name}`);
      watched.apart(() => bus.publish(topic, message, scope));
    },
  };
};

/** On connections with an address of their own. */
export const startPlayedApp = async (
  { database }: TestDatabase,
  connectionString: string,
): Promise<PlayedApp> => {
  await insertSources(database);
  const [shopDeal] = await insertDeals(database, [
    aDeal({ link: 'https://shop.example/p/1' }),
    aDeal({ status: 'sold' }),
  ]);
  const handle = openDatabase<Schema>({ connectionString });
  const watched = watchStatements(handle.pool);
  let mailed = '';
  const app = await buildTestApp({
    settings: readConfiguration({ BUDGET_PER_MINUTE: '0' }),
    database: handle.database,
    pool: handle.pool,
    search: createPostgresDealSearch(handle.database),
    hasher: cheapHasher,
    bus: watchBus(watched),
    jobs: watchJobs(watched),
    mailer: {
      enabled: true,
      send: async ({ text }) => {
        watched.note('mail');
        mailed = /#(?:\w+=)?([\w-]{40,})/.exec(text)?.[1] ?? mailed;
      },
      verify: async () => {},
      close: () => {},
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const searchId = app.cursorSeal.seal('searches', JSON.stringify(['велосипед', 'exact']));
  return {
    app,
    url,
    watched,
    enter: (run) => createWorld(database, { run, shopDeal, searchId }, () => mailed),
    async close() {
      await app.close();
      await handle.close();
    },
  };
};
