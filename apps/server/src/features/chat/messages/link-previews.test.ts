import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_MENTIONS, MAX_LINK_PREVIEWS } from '@izgodno/contract/chat/limits';
import { GuardedFetchError } from '#platform/http/guarded-fetch.ts';
import { createRateWindows } from '#platform/http/call-rates.ts';
import { createImmediateJobs } from '#test/immediate-jobs.ts';
import { presentLink } from './link-image.ts';
import {
  describePage,
  enqueuePreviews,
  previewLink,
  registerLinkPreviews,
} from './link-previews.ts';
import { dealIdOf, linksOf, mentionedIds } from './message-text.ts';

const url = 'https://shop.example/a/b';

/** The preview of a link to a page with this response. */
const previewedAs = (type: string, status = 200) =>
  previewLink(
    () =>
      Promise.resolve({
        status,
        headers: new Headers({ 'content-type': type }),
        url,
        body: Buffer.from('<title>Да</title>'),
      }),
    url,
    AbortSignal.timeout(60_000),
  );

/** The preview of a page with this image; null is in a private network. */
const withImage = (image: Buffer | null) =>
  previewLink(
    (href) =>
      image === null && href !== url
        ? Promise.reject(new GuardedFetchError('address_forbidden', 'a private network'))
        : Promise.resolve({
            status: 200,
            headers: new Headers({ 'content-type': 'text/html' }),
            url: href,
            body:
              href === url || image === null
                ? Buffer.from('<title>Да</title><meta property="og:image" content="/1.jpg">')
                : image,
          }),
    url,
    AbortSignal.timeout(60_000),
  );
const photo = (width: number) =>
  sharp({ create: { width, height: 300, channels: 3, background: '#39ff14' } });

describe('the preview of a page', () => {
  test('takes metadata for sharing before metadata for browsers', () => {
    const html = `<html><head><title>Магазин</title>
      <meta property="og:title" content="Лаптоп &amp; мишка">
      <meta name="description" content="за браузъри">
      <meta property="og:description" content="15,6 инча">
      <meta property="og:image" content="/снимка.jpg"></head></html>`;
    expect(describePage(html, url)).toEqual({
      kind: 'page',
      url,
      title: 'Лаптоп & мишка',
      description: '15,6 инча',
      siteName: 'shop.example',
      imageUrl: new URL('/снимка.jpg', url).href,
    });
  });

  test('without a title is only its link, and without images that are not sent over HTTPS', () => {
    expect(describePage('<p>нищо</p>', url)).toBeNull();
    const html = '<title>Има</title><meta property="og:image" content="javascript:alert(1)">';
    expect(describePage(html, url)).toMatchObject({ title: 'Има', imageUrl: null });
  });

  describe('has its image', () => {
    test('as a small copy, so that its site does not learn who reads the message', async () => {
      const preview = await withImage(await photo(600).jpeg().toBuffer());
      expect(preview?.link).toMatchObject({ title: 'Да', imageUrl: null });
      const copy = preview?.image ?? Buffer.alloc(0);
      expect(await sharp(copy).metadata()).toMatchObject({ format: 'webp', width: 168 });
      expect(copy.length).toBeLessThan(12 * 1024);
    });

    test('not if it cannot be fetched or read, or is of another format', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
      const avif = await photo(30).avif().toBuffer();
      for (const image of [null, Buffer.from('no image'), svg, avif, Buffer.alloc(0)]) {
        const preview = await withImage(image);
        expect(preview).toMatchObject({ link: { title: 'Да', imageUrl: null }, image: null });
      }
    });

    test('not from another site, as an earlier release stored it', async () => {
      const stored = describePage('<title>Да</title><meta name="og:image" content="/1.jpg">', url);
      if (stored === null) throw new Error('No preview');
      expect(stored).toMatchObject({ imageUrl: 'https://shop.example/1.jpg' });
      expect(presentLink(stored)).toEqual({ ...stored, imageUrl: null });
      const own = { ...stored, imageUrl: '/api/link-images/1.webp' };
      expect(presentLink(own)).toEqual(own);
    });
  });

  test('is cut between characters, because half of one cannot be stored', () => {
    const long = `${'a'.repeat(199)}😀 и още`;
    expect(describePage(`<title>${long}</title>`, url)).toMatchObject({ title: 'a'.repeat(199) });
  });

  test('reads no elements that nest without end', () => {
    // Quadratic work would take minutes.
    const html = `<title>Има</title>${'<i>'.repeat(500_000)}${'</b>'.repeat(500_000)}`;
    expect(describePage(html, url)).toMatchObject({ title: 'Има' });
  });

  test('is requested as a page only, and one that cannot be reached stays a link', async () => {
    expect(await previewedAs('text/html; charset=utf-8')).toMatchObject({ link: { title: 'Да' } });
    expect(await previewedAs('application/pdf')).toBeNull();
    expect(await previewedAs('text/html', 404)).toBeNull();
    const preview = await previewLink(
      () => Promise.reject(new GuardedFetchError('address_forbidden', 'a private network')),
      'http://10.0.0.1/',
      AbortSignal.timeout(60_000),
    );
    expect(preview).toBeNull();
  });
});

describe('a text', () => {
  test('has its links once each, without closing punctuation, and none in code', () => {
    const text = `Виж ${url}, (https://a.example/x). Пак ${url}! \`https://code.example\``;
    expect(linksOf(text)).toEqual([url, 'https://a.example/x']);
  });

  test('links to one of our deals only by our own origin', () => {
    const own = ['https://izgodno.example'];
    expect(dealIdOf('https://izgodno.example/deals/7', own)).toBe('7');
    expect(dealIdOf('https://izgodno.example/deals/7?utm=1', own)).toBe('7');
    expect(dealIdOf('https://izgodno.example.evil.example/deals/7', own)).toBeNull();
    expect(dealIdOf('https://izgodno.example/deals/x', own)).toBeNull();
  });

  test('mentions users by their ids', () => {
    const id = '019a9000-0000-7000-8000-000000000001';
    expect(mentionedIds(`<@${id}> и <@${id}>, но не <@nobody>`)).toEqual([id]);
  });

  test('of any length has a limited number of previews and mentions', () => {
    const many = Array.from({ length: MAX_MENTIONS + 1 }, (_, index) =>
      String(index).padStart(12, '0'),
    );
    const links = many.map((name) => `https://a.example/${name}`);
    expect(linksOf(links.join(' '))).toEqual(links.slice(0, MAX_LINK_PREVIEWS));
    const ids = many.map((name) => `019a9000-0000-7000-8000-${name}`);
    expect(mentionedIds(ids.map((id) => `<@${id}>`).join(' '))).toEqual(ids.slice(0, MAX_MENTIONS));
  });
});

test('links are read for one message of a sender at a time, beside those of others', async () => {
  const jobs = createImmediateJobs();
  const writer = { change: () => Promise.reject(new Error('No page was read')) };
  registerLinkPreviews({ jobs, writer }, () =>
    Promise.reject(new GuardedFetchError('unreachable', 'slow')),
  );
  const clock = { time: 0, now: () => clock.time };
  const chat = { jobs, ownOrigins: [], rateWindows: createRateWindows(clock) };
  const message = { id: 'm', channel_id: 'c', sender_id: 's', text: 'https://slow.example/a' };
  await enqueuePreviews(chat, message);
  expect(jobs.groups).toEqual([{ name: 'chat.unfold-links', group: 's' }]);
  // Those of one sender for twenty messages a minute, because each page takes time to read.
  for (let count = 1; count < 30; count += 1) await enqueuePreviews(chat, message);
  expect(jobs.groups).toHaveLength(20);
  await enqueuePreviews(chat, { ...message, sender_id: 'other' });
  clock.time = 60_000;
  await enqueuePreviews(chat, message);
  expect(jobs.groups).toHaveLength(22);
  expect(jobs.lanes.get('chat.unfold-links')).toEqual({ concurrency: 4, groupConcurrency: 1 });
});
