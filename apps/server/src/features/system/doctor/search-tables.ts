import type { SearchServers } from '#config/search-url.ts';
import { healthy, whole, wrong, type Result } from './check.ts';

const MEND_SERVERS = [
  'Check that searchd runs on each server that SEARCH_URL names, its host, port, user and password, and that its configuration is that of deploy/search-shard.conf or deploy/search-front.conf.',
  'Проверете дали searchd работи на всеки сървър от SEARCH_URL, дали адресът, портът, името и паролата са верни и дали конфигурацията му е по deploy/search-shard.conf или deploy/search-front.conf.',
] as const;

/** Examines the servers of SEARCH_URL. */
export const checkTables = async (servers: SearchServers): Promise<Result> => {
  // The search is most of the product's code, and most sites have no tables.
  const { examineSearchServers } = await import('#features/search/api.ts');
  const { away, isWhole, deals } = await examineSearchServers(servers);
  if (away.length > 0)
    return wrong(
      isWhole ? 'degraded' : 'error',
      [
        `Servers of the search tables do not answer: ${away.join('; ')}.`,
        `Сървъри с таблиците за търсене не отговарят: ${away.join('; ')}.`,
      ],
      MEND_SERVERS,
    );
  if (deals === null)
    return wrong(
      'degraded',
      ['The search tables are empty.', 'Таблиците за търсене са празни.'],
      [
        'Start the product: one process fills them, and PostgreSQL answers searches meanwhile. If they stay empty, search the log for “search tables”.',
        'Стартирайте сайта: един процес ги пълни, а дотогава се търси в PostgreSQL. Ако останат празни, потърсете „search tables“ в журнала.',
      ],
    );
  const [count, countBg] = whole(deals);
  return healthy(
    `The search tables answer; deals in them: ${count}.`,
    `Таблиците за търсене отговарят; оферти в тях: ${countBg}.`,
  );
};
