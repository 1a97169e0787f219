import { expect, test } from 'vitest';
import { readSite } from '@izgodno/contract/site/calls';
import { responseOf, provideSessionApp } from '#test/session-app.ts';
import { provideUsersApp } from '#test/users-app.ts';

const links = ['https://social.example/izgodno', 'https://video.example/izgodno'];

const withMail = provideUsersApp({ SOCIAL_LINKS: links.join(' ') });
const withoutMail = provideSessionApp();

test('offers the newsletter if a mail server is configured, and the links of the operator', async () => {
  expect(await withMail.current.ask(readSite)).toMatchObject({
    newsletter: true,
    socialLinks: links,
  });
  const response = await withoutMail.current.send(readSite);
  expect(responseOf(readSite.response, response)).toMatchObject({
    newsletter: false,
    socialLinks: [],
  });
});
