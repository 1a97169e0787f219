/** The pages about the site that can be read without scripts. */
export const siteLinks = [
  { href: '/help', text: 'help.title' },
  { href: '/terms', text: 'legal.terms' },
  { href: '/privacy', text: 'legal.privacy' },
  { href: '/imprint', text: 'legal.imprint' },
  { href: '/cookies', text: 'legal.cookies' },
  { href: '/accessibility', text: 'legal.accessibility' },
] as const;
