import { ownTemporaryFolders } from '../../../scripts/clean-up.ts';
import { readArguments } from '../../../scripts/read-arguments.ts';
import { runChatChaos } from './chat-chaos/run-chat-chaos.ts';
import { startTogether } from './fleet/start-together.ts';
import { runUpgrade } from './fleet/upgrade.ts';
import { runSourceChaos } from './source-chaos/run-source-chaos.ts';
import { runUploadChaos } from './upload-chaos/run-upload-chaos.ts';

// The long form of tests that kill: `npm run chaos -- chat|upload [--kills N]`; and starts of two
// nodes at once on an empty database: `npm run chaos -- together [--kills STARTS]`; and a rolling
// upgrade under load: `npm run chaos -- upgrade [--from COMMIT]`; and seventy sources that misbehave:
// `npm run chaos -- sources [--seconds N]`.

interface Chaos {
  readonly kills: number;
  /** The commit of the release to upgrade from. */
  readonly from: string | undefined;
  /** How long sources misbehave. */
  readonly seconds: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

const kinds: Readonly<
  Record<string, (chaos: Chaos) => Promise<{ readonly errors: readonly string[] }>>
> = {
  chat: (chaos) => runChatChaos({ ...chaos, users: 25, clientsAUser: 2, listeners: 5 }),
  upload: (chaos) => runUploadChaos({ ...chaos, uploaders: 20 }),
  upgrade: ({ from, say }) => runUpgrade({ from, say }),
  sources: ({ seconds, say }) => runSourceChaos({ seconds, say }),
  together: ({ kills, say }) => startTogether({ times: kills, nodes: 2, say }),
};

const USAGE = `Usage: npm run chaos -- ${Object.keys(kinds).join('|')} [--kills N] [--seconds N] [--from COMMIT]`;
const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '300' },
    from: { type: 'string' },
  },
});
const run = kinds[positionals[0] ?? ''];
if (run === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}
await ownTemporaryFolders();
const result = await run({
  kills: Number(values.kills),
  seconds: Number(values.seconds),
  from: values.from,
  random: Math.random,
  say: (line) => void process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exit(result.errors.length === 0 ? 0 : 1);
