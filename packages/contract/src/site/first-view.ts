import * as z from 'zod/mini';
import type { LanguageCode } from '../common/language.ts';
import type { Deal } from '../deals/deal.ts';
import type { DealPage } from '../deals/deal-page.ts';
import type { DealList } from '../search/list-paths.ts';

/** What a page shows before its application has loaded. */
export type FirstView =
  | {
      readonly page: 'deals';
      readonly result: DealPage;
      /** The parameters of the page's URL. */
      readonly parameters: Readonly<Record<string, unknown>>;
      /** Of a list with a path of its own. */
      readonly list?: DealList | undefined;
    }
  | { readonly page: 'deal'; readonly deal: Deal }
  | { readonly page: 'post' }
  | { readonly page: 'chat' }
  /** What a service worker shows in place of all pages, in any language, if there is no connection. */
  | { readonly page: 'offline' }
  /** A page of texts about the site, which are HTML; it is readable without scripts. */
  | { readonly page: 'text'; readonly html: string }
  | { readonly page: 'missing'; readonly of: MissingKind }
  /** A page without content, which needs scripts. */
  | { readonly page: 'other' }
  /** One that has no search either, such as the form for signing in. */
  | { readonly page: 'form' };

/** What the path names, and does not exist. */
export type MissingKind = 'deal' | 'page';

export interface RenderedFirstView {
  /** HTML for the head: the images and scripts to load first. */
  readonly preloads: string;
  /** HTML that is visible until the application replaces it. */
  readonly view: string;
  /** The name of the page's list, or of the list of the deal's category; text. */
  readonly listName?: string | undefined;
  /** What the page's list has, in a sentence; text. */
  readonly listText?: string | undefined;
}

type RenderFirstView = (
  firstView: FirstView,
  language: LanguageCode,
  siteName: string,
  /** The query of the page's address. */
  query?: URLSearchParams,
) => RenderedFirstView;

/** The module that renders first views, in the folder of the built web application. */
export const FIRST_VIEW_MODULE = '.vite/first-view.js';

/** What that module exports. */
export const firstViewModuleSchema = z.object({
  renderFirstView: z.custom<RenderFirstView>((value) => typeof value === 'function'),
});
export type FirstViewModule = z.infer<typeof firstViewModuleSchema>;
