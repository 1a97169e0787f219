import { ownTemporaryFolders } from '../../scripts/clean-up.ts';
import { readArguments } from '../../scripts/read-arguments.ts';
import { chatBench } from './chat/chat-bench.ts';
import { importBench } from './import.ts';
import { messagesBench } from './chat/messages-bench.ts';
import { indexBench } from './search/index-bench.ts';
import { nodeBench } from './search/node-bench.ts';
import { memoryBench } from './search/memory-bench.ts';
import { percolationBench } from './search/percolation-bench.ts';
import { peersBench } from './search/peers-bench.ts';
import { typingBench } from './search/typing-bench.ts';
import { tablesBench } from './search/tables-bench.ts';
import { searchBench } from './search/search-bench.ts';
import { threadBench } from './search/thread-bench.ts';
import { startBench } from './start-bench.ts';
import { uploadBench } from './upload/upload-bench.ts';
import { webBench } from './web/web-bench.ts';
import { calibrate } from './calibrate.ts';
import { describeMachine } from './machine.ts';
import type { Bench } from './bench.ts';

const benches: Readonly<Record<string, Bench>> = {
  search: searchBench,
  index: indexBench,
  memory: memoryBench,
  node: nodeBench,
  tables: tablesBench,
  percolation: percolationBench,
  peers: peersBench,
  typing: typingBench,
  threads: threadBench,
  import: importBench,
  start: startBench,
  chat: chatBench,
  messages: messagesBench,
  upload: uploadBench,
  web: webBench,
};

const names = Object.entries(benches).map(([key, { summary }]) => `  ${key.padEnd(12)} ${summary}`);
const USAGE = `Usage: npm run bench -- NAME [--size N] [--runs N] [--only PART] [--quick]\n\n${names.join('\n')}`;
const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    size: { type: 'string' },
    runs: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const [name = ''] = positionals;
const bench = benches[name];
if (bench === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exit(2);
}

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);
// Progress goes to stderr, so that the result can be piped.
const say = (line: string): void => void process.stderr.write(`${line}\n`);
await ownTemporaryFolders();
const before = calibrate();
const result = await bench.run({
  size: toNumber(values.size),
  runs: toNumber(values.runs),
  only: values.only,
  quick: values.quick,
  say,
});
process.stdout.write(
  `${JSON.stringify(
    {
      bench: name,
      machine: describeMachine(),
      calibrationMs: { before, after: calibrate() },
      ...result,
    },
    null,
    2,
  )}\n`,
);
process.exit(0);
