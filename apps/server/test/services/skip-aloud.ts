/**
 * Says which tests are left out for want of a server of others, and what to install for them. Where
 * REQUIRE_SERVICES is set, as in CI, nothing may be left out: it throws.
 */
export const skipAloud = (what: string, remedy: string): void => {
  if (process.env['REQUIRE_SERVICES'] !== undefined) {
    throw new Error(`REQUIRE_SERVICES is set, and ${what} cannot be tested: ${remedy}`);
  }
  process.stderr.write(`\nSKIPPED: ${what}. ${remedy}\n\n`);
};
