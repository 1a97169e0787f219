import { expect, test, vi } from 'vitest';
import { announceUrls, onUrlsUpdated, type UrlsUpdated } from './urls-updated.ts';

test('the page receives files whose message could not be updated, and nothing else', () => {
  const received = vi.fn<(updated: UrlsUpdated) => void>();
  onUrlsUpdated(received);
  announceUrls('m', ['/api/files/1', '/api/files/2']);
  window.dispatchEvent(new CustomEvent('urls-updated', { detail: 'something else' }));
  expect(received.mock.calls).toEqual([
    [{ messageId: 'm', fileUrls: ['/api/files/1', '/api/files/2'] }],
  ]);
});
