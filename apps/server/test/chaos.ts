import { parseArgs } from 'node:util';
import { runChatChaos } from './chat-chaos/run-chat-chaos.ts';

// The long form of tests that kill: `npm run chaos -- chat [--kills N]`.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '100' } },
});
if (positionals[0] !== 'chat') {
  process.stderr.write('Usage: npm run chaos -- chat [--kills N]\n');
  process.exit(2);
}
const result = await runChatChaos({
  kills: Number(values.kills),
  people: 25,
  clientsAPerson: 2,
  listeners: 5,
  random: Math.random,
  say: (line) => void process.stderr.write(`${line}\n`),
});
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exit(result.faults.length === 0 ? 0 : 1);
