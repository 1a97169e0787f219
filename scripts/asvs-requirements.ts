/**
 * The requirements of levels 1 and 2 of OWASP ASVS 5.0.0, by section; `docs/security/` has each
 * once.
 */
interface Section {
  readonly level1?: readonly number[];
  readonly level2?: readonly number[];
}

const sections: Readonly<Record<string, Section>> = {
  '1.1': { level2: [1, 2] },
  '1.2': { level1: [1, 2, 3, 4, 5], level2: [6, 7, 8, 9] },
  '1.3': { level1: [1, 2], level2: [3, 4, 5, 6, 7, 8, 9, 10, 11] },
  '1.4': { level2: [1, 2, 3] },
  '1.5': { level1: [1], level2: [2] },
  '2.1': { level1: [1], level2: [2, 3] },
  '2.2': { level1: [1, 2], level2: [3] },
  '2.3': { level1: [1], level2: [2, 3, 4] },
  '2.4': { level2: [1] },
  '3.2': { level1: [1, 2] },
  '3.3': { level1: [1], level2: [2, 3, 4] },
  '3.4': { level1: [1, 2], level2: [3, 4, 5, 6] },
  '3.5': { level1: [1, 2, 3], level2: [4, 5] },
  '3.7': { level2: [1, 2] },
  '4.1': { level1: [1], level2: [2, 3] },
  '4.2': { level2: [1] },
  '4.3': { level2: [1, 2] },
  '4.4': { level1: [1], level2: [2, 3, 4] },
  '5.1': { level2: [1] },
  '5.2': { level1: [1, 2], level2: [3] },
  '5.3': { level1: [1, 2] },
  '5.4': { level2: [1, 2, 3] },
  '6.1': { level1: [1], level2: [2, 3] },
  '6.2': { level1: [1, 2, 3, 4, 5, 6, 7, 8], level2: [9, 10, 11, 12] },
  '6.3': { level1: [1, 2], level2: [3, 4] },
  '6.4': { level1: [1, 2], level2: [3, 4] },
  '6.5': { level2: [1, 2, 3, 4, 5] },
  '6.6': { level2: [1, 2, 3] },
  '6.8': { level2: [1, 2, 3, 4] },
  '7.1': { level2: [1, 2, 3] },
  '7.2': { level1: [1, 2, 3, 4] },
  '7.3': { level2: [1, 2] },
  '7.4': { level1: [1, 2], level2: [3, 4, 5] },
  '7.5': { level2: [1, 2] },
  '7.6': { level2: [1, 2] },
  '8.1': { level1: [1], level2: [2] },
  '8.2': { level1: [1, 2], level2: [3] },
  '8.3': { level1: [1] },
  '8.4': { level2: [1] },
  '9.1': { level1: [1, 2, 3] },
  '9.2': { level1: [1], level2: [2, 3, 4] },
  '10.1': { level2: [1, 2] },
  '10.2': { level2: [1, 2] },
  '10.3': { level2: [1, 2, 3, 4] },
  '10.4': { level1: [1, 2, 3, 4, 5], level2: [6, 7, 8, 9, 10, 11] },
  '10.5': { level2: [1, 2, 3, 4, 5] },
  '10.6': { level2: [1, 2] },
  '10.7': { level2: [1, 2, 3] },
  '11.1': { level2: [1, 2] },
  '11.2': { level2: [1, 2, 3] },
  '11.3': { level1: [1, 2], level2: [3] },
  '11.4': { level1: [1], level2: [2, 3, 4] },
  '11.5': { level2: [1] },
  '11.6': { level2: [1] },
  '12.1': { level1: [1], level2: [2, 3] },
  '12.2': { level1: [1, 2] },
  '12.3': { level2: [1, 2, 3, 4] },
  '13.1': { level2: [1] },
  '13.2': { level2: [1, 2, 3, 4, 5] },
  '13.3': { level2: [1, 2] },
  '13.4': { level1: [1], level2: [2, 3, 4, 5] },
  '14.1': { level2: [1, 2] },
  '14.2': { level1: [1], level2: [2, 3, 4] },
  '14.3': { level1: [1], level2: [2, 3] },
  '15.1': { level1: [1], level2: [2, 3] },
  '15.2': { level1: [1], level2: [2, 3] },
  '15.3': { level1: [1], level2: [2, 3, 4, 5, 6, 7] },
  '16.1': { level2: [1] },
  '16.2': { level2: [1, 2, 3, 4, 5] },
  '16.3': { level2: [1, 2, 3, 4] },
  '16.4': { level2: [1, 2, 3] },
  '16.5': { level2: [1, 2, 3] },
  '17.1': { level2: [1] },
  '17.2': { level2: [1, 2, 3, 4] },
  '17.3': { level2: [1, 2] },
};

const numbersOf = (level: keyof Section): string[] =>
  Object.entries(sections).flatMap(([section, numbers]) =>
    (numbers[level] ?? []).map((number) => `${section}.${number}`),
  );

const levels = [
  [1, numbersOf('level1')],
  [2, numbersOf('level2')],
] as const;

/** The level of each requirement by its number, such as `1.2.3`. */
export const asvsRequirements: ReadonlyMap<string, 1 | 2> = new Map(
  levels.flatMap(([level, numbers]) => numbers.map((number) => [number, level] as const)),
);
