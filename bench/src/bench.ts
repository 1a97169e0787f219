export interface BenchOptions {
  /** The amount of data; each bench has its own default. */
  readonly size: number | undefined;
  /** The number of repetitions; each bench has its own default. */
  readonly runs: number | undefined;
  /** The name of the one part to measure; each bench with parts defines its own. */
  readonly only: string | undefined;
  /** Shortens a long bench to a few minutes. */
  readonly quick: boolean;
  readonly say: (line: string) => void;
}

export interface Bench {
  readonly summary: string;
  /** Returns figures only: numbers with their unit in the name, medians with their range. */
  run(options: BenchOptions): Promise<Readonly<Record<string, unknown>>>;
}
