export interface BenchOptions {
  /** How much data; each bench has its own default. */
  readonly size: number | undefined;
  /** How often what is measured is repeated; each bench has its own default. */
  readonly runs: number | undefined;
  /** The one part to measure, by name; each bench that has parts names its own. */
  readonly only: string | undefined;
  /** A first look within a few minutes, where a bench takes longer. */
  readonly quick: boolean;
  readonly say: (line: string) => void;
}

export interface Bench {
  readonly summary: string;
  /** Answers with figures only: numbers with their unit in the name, medians with their range. */
  run(options: BenchOptions): Promise<Readonly<Record<string, unknown>>>;
}
