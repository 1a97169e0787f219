import { readFile, writeFile } from 'node:fs/promises';
import { contractCalls } from '../contract-calls.ts';
import { CALLS, describeCalls } from './calls-table.ts';
import { OPERATIONS, withSettingsTable } from './settings-table.ts';

await writeFile(OPERATIONS, await withSettingsTable(await readFile(OPERATIONS, 'utf8')));
await writeFile(CALLS, await describeCalls(contractCalls));
