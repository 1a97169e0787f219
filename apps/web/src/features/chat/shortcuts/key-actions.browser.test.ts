import { expect, test } from 'vitest';
import { actionOfKey, neighbour } from './key-actions.ts';

const press = (change: Partial<KeyboardEvent>) =>
  actionOfKey({
    key: '',
    code: '',
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    target: null,
    defaultPrevented: false,
    ...change,
  });

test('keys are recognised in every layout', () => {
  expect(press({ key: 'к', code: 'KeyK', ctrlKey: true })).toBe('switch');
  expect(press({ key: 'k', code: 'KeyK', metaKey: true })).toBe('switch');
  expect(press({ key: '?', shiftKey: true })).toBe('help');
  expect(press({ key: 'ArrowDown', altKey: true })).toBe('next');
  expect(press({ key: 'ArrowUp', altKey: true, shiftKey: true })).toBe('previousUnread');
  expect(press({ key: 'ArrowDown' })).toBeNull();
  expect(press({ key: '?', defaultPrevented: true })).toBeNull();
});

test('a question mark in a text field is text', () => {
  const target = document.createElement('textarea');
  expect(press({ key: '?', target })).toBeNull();
  expect(press({ key: 'ArrowDown', altKey: true, target })).toBe('next');
});

test('steps wrap at the ends, and go to unread channels if requested', () => {
  const channels = [
    { id: 'a', unread: true },
    { id: 'b', unread: false },
    { id: 'c', unread: true },
    { id: 'd', unread: false },
  ];
  expect(neighbour(channels, 'b', 'next')).toBe('c');
  expect(neighbour(channels, 'd', 'next')).toBe('a');
  expect(neighbour(channels, 'a', 'previous')).toBe('d');
  expect(neighbour(channels, 'c', 'nextUnread')).toBe('a');
  expect(neighbour(channels, 'd', 'previousUnread')).toBe('c');
  expect(neighbour(channels, null, 'next')).toBe('a');
  expect(neighbour([{ id: 'a', unread: true }], 'a', 'next')).toBeNull();
});
