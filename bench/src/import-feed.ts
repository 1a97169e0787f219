import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));

// The operating system's measure of peak memory, printed by the import itself (not by npm, which
// starts it) at its end.
const REPORT_PEAK = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => { if (String(process.argv[1]).endsWith('import.ts')) console.log('peakKiB=' + process.resourceUsage().maxRSS) })`,
)}`;

export interface ImportMeasure {
  readonly seconds: number;
  readonly peakMiB: number;
}

/** Runs the import command on a feed with these settings. */
export const importFeed = async (
  file: string,
  source: string,
  environment: Readonly<Record<string, string>>,
): Promise<ImportMeasure> => {
  const child = spawn('npm', ['run', '--silent', 'import', '--', file, '--source', source], {
    cwd: repository,
    env: { ...process.env, ...environment, NODE_OPTIONS: `--import=${REPORT_PEAK}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code]: unknown[] = await once(child, 'close');
  const seconds = Number(/rows in ([\d.]+) s/.exec(output)?.[1]);
  const peakMiB = Number(/peakKiB=(\d+)/.exec(output)?.[1]) / 1_024;
  if (code !== 0 || Number.isNaN(seconds + peakMiB)) {
    throw new Error(`The import ended with ${String(code)}: ${output}`);
  }
  return { seconds, peakMiB };
};
