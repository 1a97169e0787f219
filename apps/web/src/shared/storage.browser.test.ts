import { expect, onTestFinished, test, vi } from 'vitest';
import { sharedStorage, tabStorage } from './storage.ts';

test('where storage is forbidden, values live as long as the page', () => {
  onTestFinished(() => void vi.restoreAllMocks());
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
  for (const storage of [sharedStorage, tabStorage]) {
    expect(storage.getItem('key')).toBeNull();
    storage.setItem('key', 'value');
    expect(storage.getItem('key')).toBe('value');
    storage.removeItem('key');
    expect(storage.getItem('key')).toBeNull();
  }
});

test('a value for which there is no room is lost', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  sharedStorage.setItem('no-room', 'value');
  expect(sharedStorage.getItem('no-room')).toBeNull();
});
