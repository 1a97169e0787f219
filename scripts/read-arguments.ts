import { parseArgs, type ParseArgsConfig } from 'node:util';

/** How many arguments a program takes beside its options. */
interface Bounds {
  readonly least?: number;
  readonly most?: number;
}

const end = (text: string, code: number): never => {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
};

/**
 * The arguments of a program for developers. Ends the process with the usage for `--help`, and with
 * exit code 2 for arguments that it does not take.
 */
export const readArguments = <const Parsed extends ParseArgsConfig>(
  usage: string,
  config: Parsed,
  { least = 0, most = Number.POSITIVE_INFINITY }: Bounds = {},
) => {
  if (process.argv.includes('--help')) end(usage, 0);
  try {
    const given = parseArgs(config);
    const { length } = given.positionals;
    return length < least || length > most ? end(usage, 2) : given;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's advice about arguments that begin with "-" fits none of ours.
    return end(`${error.message.replace(/(?<=')\. .*$/s, '.')}\n${usage}`, 2);
  }
};
