/**
 * The paths of the pages, as the browser's table has them; `:name?` may be left out. Any other path is
 * answered with 404, by the same application.
 */
export const pagePaths = [
  '/',
  '/deals',
  '/deals/:dealId',
  '/trending',
  '/favorites',
  '/favorites/searches',
  '/my-posts',
  '/post/:dealId?',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/profile',
  '/settings',
  '/chat/:channelId?',
  '/dashboard',
  '/moderation',
  '/users/:userId',
  '/operations',
  '/welcome',
  '/about',
  '/contact',
  '/help',
  '/newsletter/leave',
  '/styleguide',
  '/offline',
] as const;
