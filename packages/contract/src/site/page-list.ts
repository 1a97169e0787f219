import * as z from 'zod/mini';

/** Where the web application's build leaves its pages for the server, in the build's folder. */
export const PAGE_LIST = '.vite/pages.json';

const pageTitleSchema = z.object({ en: z.string(), bg: z.string() });
/** The title of a page in each language, without the site's name. */
export type PageTitle = z.infer<typeof pageTitleSchema>;

export const pageListSchema = z.object({
  /** A path has parameters as `:name`, and an optional last one as `:name?`. */
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.optional(pageTitleSchema),
      /** True if it is without the search, whose code other pages load first. */
      withoutSearch: z.optional(z.boolean()),
    }),
  ),
  /** The title of the page for any other path. */
  notFound: z.optional(pageTitleSchema),
});
export type PageList = z.infer<typeof pageListSchema>;
