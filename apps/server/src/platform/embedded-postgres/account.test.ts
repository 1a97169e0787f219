import { describe, expect, it } from 'vitest';
import { accountIn } from './account.ts';

const passwd = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const ROOT = 'root:x:0:0:root:/root:/bin/bash';
const NOBODY = 'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin';
const POSTGRES = 'postgres:x:101:104:PostgreSQL,,,:/var/lib/postgresql:/bin/bash';

describe('accountIn', () => {
  it('prefers the account made for PostgreSQL to the one without rights', () => {
    expect(accountIn(passwd(ROOT, NOBODY, POSTGRES))).toEqual({ uid: 101, gid: 104 });
    expect(accountIn(passwd(ROOT, NOBODY))).toEqual({ uid: 65534, gid: 65533 });
  });

  it('accepts no other account, and none that is root or has an invalid number', () => {
    expect(accountIn(passwd(ROOT, 'maria:x:1000:1000::/home/maria:/bin/sh'))).toBeUndefined();
    expect(accountIn(passwd('postgres:x:0:0::/:/bin/sh'))).toBeUndefined();
    expect(accountIn(passwd('# comment', 'nobody:*:-2:-2:Unprivileged User:/var/empty:'))).toBe(
      undefined,
    );
    expect(accountIn('')).toBeUndefined();
  });
});
