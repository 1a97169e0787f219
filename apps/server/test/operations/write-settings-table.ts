import { readFile, writeFile } from 'node:fs/promises';
import { OPERATIONS, withSettingsTable } from './settings-table.ts';

await writeFile(OPERATIONS, await withSettingsTable(await readFile(OPERATIONS, 'utf8')));
