import * as z from 'zod/mini';
import { choice, isUrlOf, settingDescriptions, wordList } from './setting-kinds.ts';

const httpUrl = z.string().check(z.refine((value) => isUrlOf(value, ['http:', 'https:'])));

/** A separate schema for each setting, because the registry has one description per schema. */
const credential = () => z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500)));

/** Words of the form `name=value`. */
const namedValues = (value: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.pipe(
      wordList(''),
      z.transform((words) =>
        words.map((word) => {
          const [name = '', ...rest] = word.split('=');
          return { name, value: rest.join('=') };
        }),
      ),
    ),
    z.array(z.object({ name: z.string().check(z.regex(/^[A-Za-z0-9][\w.-]{0,63}$/)), value })),
  );

const urls = z.pipe(wordList(''), z.array(httpUrl));

/** The sources that exist from the start, and their credentials. */
export const sourceSettings = {
  PROFITSHARE_USER: credential().register(settingDescriptions, {
    expected: 'the name of an API user',
    help: "with PROFITSHARE_KEY makes Profitshare's API a source",
  }),
  PROFITSHARE_KEY: credential().register(settingDescriptions, {
    expected: 'the key of PROFITSHARE_USER',
    isSecret: true,
    help: "signs calls of Profitshare's API",
  }),
  PROFITSHARE_BASE_URL: z
    ._default(httpUrl, 'https://api.profitshare.bg')
    .register(settingDescriptions, {
      expected: 'an address such as https://api.profitshare.ro',
      help: "the URL of Profitshare's API; it decides the market and the currency",
      fallback: 'https://api.profitshare.bg',
    }),
  PROFITSHARE_EMPTY_QUERY: choice(['with-mark', 'without-mark'], 'with-mark').register(
    settingDescriptions,
    {
      expected: 'with-mark or without-mark',
      help: 'whether calls without a query are signed and sent with a question mark, which differs between accounts',
      fallback: 'with-mark',
    },
  ),
  PROFITSHARE_FEEDS: namedValues(httpUrl).register(settingDescriptions, {
    expected: 'name=address pairs, separated by commas',
    isSecret: true,
    help: 'CSV feeds of Profitshare to read, each a source with that name',
    fallback: 'none',
  }),
  TRAVELPAYOUTS_TOKEN: credential().register(settingDescriptions, {
    expected: 'an API token',
    isSecret: true,
    help: 'makes the fares of Travelpayouts a source',
  }),
  TRAVELPAYOUTS_MARKER: z
    .optional(z.string().check(z.regex(/^[\w.-]{1,64}$/)))
    .register(settingDescriptions, {
      expected: "a partner's number",
      help: 'the partner marker in links of fares, which then pay a commission',
    }),
  TRAVELPAYOUTS_BASE_URL: z
    ._default(httpUrl, 'https://api.travelpayouts.com')
    .register(settingDescriptions, {
      expected: 'an http or https address',
      help: 'the URL of the Travelpayouts Data API',
      fallback: 'https://api.travelpayouts.com',
    }),
  CLASSIFIEDS_BASE_URL: z.optional(httpUrl).register(settingDescriptions, {
    expected: 'an http or https address',
    help: 'makes a classifieds site a source; read its terms first',
  }),
  TRAVEL_FEEDS: urls.register(settingDescriptions, {
    expected: 'addresses, separated by commas',
    isSecret: true,
    help: 'RSS or Atom feeds of travel offers to read',
    fallback: 'none',
  }),
  MERCHANT_FEEDS: namedValues(httpUrl).register(settingDescriptions, {
    expected: 'name=address pairs, separated by commas',
    isSecret: true,
    help: 'Google Merchant feeds to read, each a source with that name',
    fallback: 'none',
  }),
  SOURCES_EVERY: z
    .optional(
      z.pipe(
        z.pipe(z.string().check(z.regex(/^\d{2,6}$/)), z.transform(Number)),
        z.number().check(z.minimum(10), z.maximum(604_800)),
      ),
    )
    .register(settingDescriptions, {
      expected: 'seconds, from 10 to 604800',
      help: 'the interval of these sources instead of the default of each kind: for trials against your own servers',
    }),
  SOURCE_CREDENTIALS: namedValues(z.string().check(z.minLength(1), z.maxLength(500))).register(
    settingDescriptions,
    {
      expected: 'NAME=value pairs, separated by commas',
      isSecret: true,
      help: 'credentials of further sources, whose rows contain only their names',
      fallback: 'none',
    },
  ),
};
