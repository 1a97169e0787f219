/**
 * Prints which tests are skipped because an external server is missing, and what to install. With
 * REQUIRE_SERVICES, as in CI, it throws instead.
 */
export const skipAloud = (what: string, remedy: string): void => {
  if (process.env['REQUIRE_SERVICES'] !== undefined) {
    throw new Error(`REQUIRE_SERVICES is set, and ${what} cannot be tested: ${remedy}`);
  }
  process.stderr.write(`\nSKIPPED: ${what}. ${remedy}\n\n`);
};
