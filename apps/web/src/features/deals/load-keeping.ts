import { loadArea } from '#core/language/language.ts';

/** Loads what keeps and likes deals, when somebody first does. */
export const loadKeeping = async () => {
  const [keeping] = await Promise.all([import('./keeping.ts'), loadArea('keeping')]);
  return keeping;
};
