import { readArguments } from '../../../../scripts/read-arguments.ts';
import { startClassifieds } from './classifieds.ts';
import { startDocuments } from './documents.ts';
import { PROFITSHARE_KEY, PROFITSHARE_USER, startProfitshare } from './profitshare.ts';
import { startTravelpayouts, TRAVELPAYOUTS_TOKEN } from './travelpayouts.ts';

const USAGE = 'Usage: npm run replay -- [--port FIRST] [--size OFFERS]';

const wholeNumber = (text: string, maximum: number): number => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= maximum) return value;
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
};

const { values } = readArguments(USAGE, {
  options: {
    port: { type: 'string', default: '5100' },
    size: { type: 'string', default: '60' },
  },
});
const first = wholeNumber(values.port, 65_000);
const size = wholeNumber(values.size, 1_000_000);

/** The port of a server, counted from the first one; 0 for any free ports. */
const portOf = (place: number): number => (first === 0 ? 0 : first + place);

const profitshare = await startProfitshare({ size, port: portOf(0) });
const travelpayouts = await startTravelpayouts({ size, port: portOf(1) });
const classifieds = await startClassifieds({ size, port: portOf(2) });
const documents = await startDocuments({ size, port: portOf(3) });

const settings = {
  PROFITSHARE_USER,
  PROFITSHARE_KEY,
  PROFITSHARE_BASE_URL: profitshare.server.url,
  PROFITSHARE_FEEDS: `profitshare-feed=${documents.server.url}/profitshare-bg.csv`,
  TRAVELPAYOUTS_TOKEN,
  TRAVELPAYOUTS_BASE_URL: travelpayouts.server.url,
  CLASSIFIEDS_BASE_URL: classifieds.server.url,
  TRAVEL_FEEDS: `${documents.server.url}/travel.xml`,
  MERCHANT_FEEDS: `shoes=${documents.server.url}/merchant.xml`,
  OUTGOING_ALLOW: '127.0.0.1',
  SOURCES_EVERY: '20',
};
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value} \\`);

process.stdout.write(`Sources of ${size} offers each. In another terminal, with data of its own:

DATA_DIR=/tmp/izgodno-trial \\
${lines.join('\n')}
npm start

Open the link that the start prints to become administrator, and see at /admin?view=sources how they are
read. Change them at any of the four addresses, say:

curl -X POST '${documents.server.url}/_control/price?item=1&amount=1999'
curl -X POST '${documents.server.url}/_control/remove?item=2'
curl -X POST '${profitshare.server.url}/_control/fault?kind=status&status=500&times=5'
curl -X POST '${profitshare.server.url}/_control/fault?kind=reset&times=3'

Product pages to post from a link: ${documents.server.url}/product/1
`);

const servers = [profitshare, travelpayouts, classifieds, documents].map(({ server }) => server);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all(servers.map((server) => server.close())));
}
