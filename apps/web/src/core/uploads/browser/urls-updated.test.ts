import { expect, test, vi } from 'vitest';
import { announceUrls, onUrlsUpdated, type UrlsUpdated } from './urls-updated.ts';

test('the page receives files whose message could not be updated, and nothing else', () => {
  const heard = vi.fn<(updated: UrlsUpdated) => void>();
  onUrlsUpdated(heard);
  announceUrls('m', ['/api/files/1', '/api/files/2']);
  window.dispatchEvent(new CustomEvent('urls-updated', { detail: 'something else' }));
  expect(heard.mock.calls).toEqual([
    [{ messageId: 'm', fileUrls: ['/api/files/1', '/api/files/2'] }],
  ]);
});
