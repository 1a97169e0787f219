import { text } from 'node:stream/consumers';
import { removeLeftOver } from './remove-left-over.ts';

// Started by `cleanUpAfterEnd`. Its input ends when the process that started it has ended.

const [folder, ...pids] = process.argv.slice(2);
if (folder !== undefined && (await text(process.stdin)) !== 'removed')
  await removeLeftOver(folder, pids.map(Number));
