import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastComplaint, limitLog } from './log-file.ts';

let directory: string;
let file: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'izgodno-log-'));
  file = path.join(directory, 'postgres.log');
});

afterEach(() => rm(directory, { recursive: true }));

describe('limitLog', () => {
  it('keeps one predecessor, and the writer continues in the truncated file', async () => {
    const writer = await open(file, 'a');
    await writer.write('0123456789\n');
    await limitLog(file, 10);
    await writer.write('next\n');
    await writer.close();
    expect(await readFile(file, 'utf8')).toBe('next\n');
    expect(await readFile(`${file}.1`, 'utf8')).toBe('0123456789\n');
  });

  it('leaves a short or missing log unchanged', async () => {
    await limitLog(file, 10);
    await writeFile(file, 'ten bytes\n');
    await limitLog(file, 10);
    expect(await readFile(file, 'utf8')).toBe('ten bytes\n');
  });
});

describe('lastComplaint', () => {
  it('finds the last error, also in a long log', async () => {
    const noise = '2026-01-01 [7] LOG:  checkpoint complete\n'.repeat(1000);
    const error = '2026-01-01 [7] FATAL:  could not map memory\n';
    const knock = '2026-01-01 [8] FATAL:  the database system is starting up\n';
    await writeFile(file, `${noise}${error}${knock}2026 LOG:  end\n`);
    expect(await lastComplaint(file, 0)).toBe('FATAL:  could not map memory');
  });

  it('has a result when there is no log', async () => {
    expect(await lastComplaint(file, 0)).toBe('it wrote no log');
  });

  it('ignores errors of earlier starts', async () => {
    const earlier = '[7] FATAL:  an old fault\n';
    await writeFile(file, `${earlier}[9] LOG:  starting\n`);
    expect(await lastComplaint(file, earlier.length)).toBe('[9] LOG:  starting');
  });
});
