import { registerHooks } from 'node:module';

// `node --import` of the fuzzed product: `cheap-argon2.ts` hashes its passwords.

const cheap = new URL('cheap-argon2.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@node-rs/argon2' && context.parentURL !== cheap
      ? { url: cheap, shortCircuit: true }
      : next(specifier, context),
});
