import * as z from 'zod/mini';
import type { LanguageCode } from '../common/language.ts';
import type { Deal } from '../deals/deal.ts';

/** What a page shows before its application has loaded. */
export type FirstView =
  | { readonly page: 'deals'; readonly deals: readonly Deal[] }
  | { readonly page: 'deal'; readonly deal: Deal }
  | { readonly page: 'post' }
  | { readonly page: 'other' };

/** Both are HTML. */
export interface RenderedFirstView {
  /** For the head: the images and scripts to load first. */
  readonly preloads: string;
  /** Visible until the application replaces it. */
  readonly view: string;
}

type RenderFirstView = (
  firstView: FirstView,
  language: LanguageCode,
  siteName: string,
) => RenderedFirstView;

/** The module that renders first views, in the folder of the built web application. */
export const FIRST_VIEW_MODULE = '.vite/first-view.js';

/** What that module exports. */
export const firstViewModuleSchema = z.object({
  renderFirstView: z.custom<RenderFirstView>((value) => typeof value === 'function'),
});
export type FirstViewModule = z.infer<typeof firstViewModuleSchema>;
