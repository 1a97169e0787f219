import { expect, test } from 'vitest';
import { riskOf } from './message-risk.ts';

const ORIGIN = 'https://izgodno.example';

test.each([
  ['Please pay in advance and I ship tomorrow', 'payment'],
  ['You can pay me upfront', 'payment'],
  ['I only take Western Union', 'payment'],
  ['My IBAN is BG80BNBG96611020345678', 'payment'],
  ['Send me a photo of your card number', 'payment'],
  ['Платете предварително по сметка', 'payment'],
  ['Искам капаро от 50 евро', 'payment'],
  ['Преведете парите извън сайта', 'payment'],
  ['Само по банков превод', 'payment'],
  ['Дайте номера на картата си: номер на карта', 'payment'],
  ['Write to me on WhatsApp', 'leave'],
  ['Пишете ми на вайбър', 'leave'],
  ['Пиши на ivan.petrov@mail.example', 'leave'],
  ['Обади се на 0888 123 456', 'leave'],
  ['Call +359 88 812 3456', 'leave'],
  ['Look at https://shop.example/x', 'link'],
  ['виж www.shop.example', 'link'],
  ['https://izgodno.example.evil.example/deals/7', 'link'],
  ['See https://evil.example and pay outside', 'payment'],
])('%s: %s', (text, risk) => {
  expect(riskOf(text, ORIGIN)).toBe(risk);
});

test.each([
  'Is it still available?',
  'Още ли се продава?',
  'Става ли за 120 € в събота в 18:30?',
  'Плащам на ръка, когато се видим',
  'Купих го за 1 200 лв през 2024',
  'The paint is chipped, the deposits of lime are gone',
  'https://izgodno.example/deals/7',
  'Моделът е 0812345',
])('%s is safe', (text) => {
  expect(riskOf(text, ORIGIN)).toBeNull();
});
