import { expect, test } from 'vitest';
import { findTopics } from './help-topics.ts';

const topics = [
  { question: 'Как се търси?', answer: 'Натиснете Enter.' },
  { question: 'How do I chat?', answer: 'Sign in first.' },
];

test.each([
  ['', 2],
  ['  ?', 2],
  ['ТЪРС', 1],
  ['enter натис', 1],
  ['chat enter', 0],
  ['hat', 0],
])('%j finds %i topics', (sought, count) => {
  expect(findTopics(topics, sought)).toHaveLength(count);
});
