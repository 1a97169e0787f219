/**
 * The paths of the pages, as in the browser's table; `:name?` is optional. Any other path gets
 * status 404 with the same application.
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
