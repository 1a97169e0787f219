import { expect, test } from 'vitest';
import { layOutMail, type MailContent } from './mail-layout.ts';

const content: MailContent = {
  language: 'bg',
  siteName: 'Сделки & <Ко>',
  baseUrl: 'https://izgodno.example',
  before: ['Здравейте, <b>Ана</b>!'],
  items: [
    { title: 'Колело', text: '€ 20', url: 'https://izgodno.example/deals/7?a=1&b=2' },
    {
      title: 'Палатка "Рила"',
      text: '€ 30',
      url: 'https://izgodno.example/deals/8',
      image: 'https://izgodno.example/8.jpg?a&b',
    },
  ],
  button: { text: 'Вижте', url: 'https://izgodno.example/deals' },
  after: ['Край'],
  footer: [{ text: 'Не искам', url: 'https://izgodno.example/stop' }],
};

test('the plain text has everything that the HTML has, and URLs to copy', () => {
  expect(layOutMail(content).text).toBe(`Здравейте, <b>Ана</b>!

Колело
€ 20
https://izgodno.example/deals/7?a=1&b=2

Палатка "Рила"
€ 30
https://izgodno.example/deals/8

https://izgodno.example/deals

Край

--
Не искам: https://izgodno.example/stop`);
});

test('the HTML is in the language of the reader, and escapes what people wrote', () => {
  const { html = '' } = layOutMail(content);
  expect(html).toContain('<html lang="bg">');
  expect(html).toContain('Здравейте, &#60;b&#62;Ана&#60;/b&#62;!');
  expect(html).toContain('>Сделки &#38; &#60;Ко&#62;</a>');
  expect(html).toContain('href="https://izgodno.example/deals/7?a=1&#38;b=2"');
  expect(html).toContain('src="https://izgodno.example/8.jpg?a&#38;b"');
  expect(html.match(/<img /g)).toHaveLength(2);
  expect(html).toContain('>Палатка &#34;Рила&#34;</a>');
});

test('what a mail does not have leaves nothing behind', () => {
  const { language, siteName, baseUrl } = content;
  const { text, html = '' } = layOutMail({ language, siteName, baseUrl, before: ['Край'] });
  expect(text).toBe('Край');
  expect(html).not.toMatch(/<table|<hr>|class="button"/);
});
