import { planCall } from './call.ts';
import { planFeature } from './feature.ts';
import { planPage } from './page.ts';
import { planSource } from './source.ts';
import { Rejected, Tree } from './tree.ts';

const planners = {
  call: planCall,
  page: planPage,
  source: planSource,
  feature: planFeature,
} as const satisfies Readonly<
  Record<string, (tree: Tree, name: string, chosen?: string) => Promise<string[]>>
>;

export const usage = `npm run new -- call FEATURE/NAME [--in MODULE]
npm run new -- page FEATURE/NAME
npm run new -- source NAME
npm run new -- feature NAME`;

const isKind = (kind: string): kind is keyof typeof planners => Object.hasOwn(planners, kind);

export interface Created {
  readonly files: readonly string[];
  /** What remains to be done. */
  readonly next: readonly string[];
}

/** Writes a new call, page, source or feature into a repository. Throws `Rejected`. */
export const create = async (
  root: string,
  kind: string,
  name: string,
  chosen?: string,
): Promise<Created> => {
  if (!isKind(kind)) throw new Rejected(`"${kind}" is none of these:\n${usage}`);
  const tree = new Tree(root);
  const next = await planners[kind](tree, name, chosen);
  return { files: await tree.write(), next };
};
