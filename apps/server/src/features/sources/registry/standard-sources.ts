import type { Settings } from '#config/settings.ts';
import type { Database } from '#schema/schema.ts';
import { carriesSecret, withoutCredentials } from '../records/url-secrets.ts';
import type { KindRegistry } from './connector-kinds.ts';
import { putSource, type NewSourceRow } from './source-rows.ts';

type SourceSettings = Pick<
  Settings,
  | 'PROFITSHARE_USER'
  | 'PROFITSHARE_KEY'
  | 'PROFITSHARE_BASE_URL'
  | 'PROFITSHARE_EMPTY_QUERY'
  | 'PROFITSHARE_FEEDS'
  | 'TRAVELPAYOUTS_TOKEN'
  | 'TRAVELPAYOUTS_MARKER'
  | 'TRAVELPAYOUTS_BASE_URL'
  | 'CLASSIFIEDS_BASE_URL'
  | 'TRAVEL_FEEDS'
  | 'MERCHANT_FEEDS'
  | 'SOURCES_EVERY'
  | 'SOURCE_CREDENTIALS'
>;

interface Wish {
  /** Part of the source's id. */
  readonly name: string;
  /** The displayed name. Without one the id is displayed, until the source gives its own. */
  readonly label?: string;
  readonly kind: string;
  readonly url: string;
  /** The key of the URL in the connector's configuration. */
  readonly key: 'url' | 'baseUrl';
  /** Further configuration of the connector. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A source id from a name or URL. */
const toId = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+|[-._]+$/g, '')
    .slice(0, 64);

/** Host and path, because two feeds of one host are two sources. */
const positionOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host.replace(/^www\./, '')}${pathname === '/' ? '' : pathname}`;
};

const wishes = (settings: SourceSettings): readonly Wish[] => {
  const list: Wish[] = [];
  if (settings.PROFITSHARE_USER !== undefined && settings.PROFITSHARE_KEY !== undefined) {
    const url = settings.PROFITSHARE_BASE_URL;
    list.push({
      name: 'profitshare',
      label: 'Profitshare',
      kind: 'profitshare',
      url,
      key: 'baseUrl',
      more: { emptyQuery: settings.PROFITSHARE_EMPTY_QUERY },
    });
  }
  if (settings.TRAVELPAYOUTS_TOKEN !== undefined) {
    const url = settings.TRAVELPAYOUTS_BASE_URL;
    list.push({
      name: 'travelpayouts',
      label: 'Aviasales',
      kind: 'travelpayouts',
      url,
      key: 'baseUrl',
      more: { marker: settings.TRAVELPAYOUTS_MARKER ?? null },
    });
  }
  if (settings.CLASSIFIEDS_BASE_URL !== undefined) {
    const url = settings.CLASSIFIEDS_BASE_URL;
    list.push({ name: positionOf(url), kind: 'classifieds', url, key: 'baseUrl' });
  }
  for (const url of settings.TRAVEL_FEEDS) {
    list.push({ name: positionOf(url), kind: 'travel-feed', url, key: 'url' });
  }
  for (const { name, value: url } of settings.PROFITSHARE_FEEDS) {
    list.push({ name, label: name, kind: 'profitshare-csv', url, key: 'url' });
  }
  for (const { name, value: url } of settings.MERCHANT_FEEDS) {
    list.push({ name, label: name, kind: 'merchant-feed', url, key: 'url' });
  }
  return list;
};

/** The name of the credential that is the URL of a feed in the settings; none given can be it. */
const urlCredential = (name: string): string => `the URL of ${toId(name)}`;

/** The configuration of a source: of a URL with a credential, only the rest is stored. */
const configOf = ({ name, key, url, more }: Wish): NewSourceRow['config'] =>
  key === 'url' && carriesSecret(url)
    ? {
        url: withoutCredentials(url),
        access: { as: 'url', name: urlCredential(name) },
        ...more,
      }
    : { [key]: url, ...more };

/** The sources in the settings. */
export const standardSources = (
  settings: SourceSettings,
  kinds: KindRegistry,
): readonly NewSourceRow[] =>
  wishes(settings).flatMap((wish) => {
    const { name, label = toId(name), kind: kindName } = wish;
    const kind = kinds.get(kindName);
    if (kind === undefined) return [];
    return [
      {
        id: toId(name),
        name: label,
        kind: kind.name,
        group: kind.group,
        commission: kind.commission,
        config: configOf(wish),
        everySeconds: settings.SOURCES_EVERY ?? kind.everySeconds,
      },
    ];
  });

/**
 * Stores the sources of the settings. A source removed from the settings stays until it is paused.
 */
export const putStandardSources = async (
  database: Database,
  settings: SourceSettings,
  kinds: KindRegistry,
  now: Date,
): Promise<void> => {
  for (const source of standardSources(settings, kinds)) await putSource(database, source, now);
};

/** The credentials that administrators may name for the feeds that they add. */
export const namedCredentials = (
  settings: Pick<SourceSettings, 'SOURCE_CREDENTIALS'>,
): ReadonlyMap<string, string> =>
  new Map(settings.SOURCE_CREDENTIALS.map(({ name, value }) => [name, value]));

/** The credentials that rows may name. */
export const credentialsOf = (settings: SourceSettings): ReadonlyMap<string, string> => {
  const { PROFITSHARE_USER, PROFITSHARE_KEY, TRAVELPAYOUTS_TOKEN } = settings;
  const named = Object.entries({ PROFITSHARE_USER, PROFITSHARE_KEY, TRAVELPAYOUTS_TOKEN });
  return new Map([
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...wishes(settings)
      .filter(({ key, url }) => key === 'url' && carriesSecret(url))
      .map(({ name, url }) => [urlCredential(name), url] as const),
    ...namedCredentials(settings),
  ]);
};

/** Hosts, with their ports, in the settings: the operator may use a private network. */
export const settingHosts = (settings: SourceSettings): readonly string[] =>
  wishes(settings).map(({ url }) => {
    const { hostname, port, protocol } = new URL(url);
    return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  });
