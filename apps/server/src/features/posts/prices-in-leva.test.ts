import { beforeAll, expect, test } from 'vitest';
import { createDeal, getDealDraft, updateDeal } from '@izgodno/contract/posts/calls';
import { insertSources } from '#test/deal-factory.ts';
import { provideUsersApp, type Member } from '#test/users-app.ts';

const users = provideUsersApp();

let seller: Member;

beforeAll(async () => {
  await insertSources(users.current.database.database);
  seller = await users.current.member();
});

const post = async (prices: object) =>
  (
    await users.current.ask(createDeal, {
      token: seller.token,
      body: { title: 'Колело Cross, 26 цола', category: 'sports', ...prices },
    })
  ).deal;

const inLeva = {
  price: { amount: 1_000_00, currency: 'BGN' },
  originalPrice: { amount: 1_500_00, currency: 'BGN' },
};

test.for([
  [
    'a new price converts the former one',
    inLeva,
    { price: { amount: 450_00, currency: 'EUR' } },
    { price: { amount: 450_00, currency: 'EUR' }, former: { amount: 766_94, currency: 'EUR' } },
  ],
  [
    'a former price takes the currency of the price',
    { ...inLeva, originalPrice: null },
    { originalPrice: { amount: 766_94, currency: 'EUR' } },
    {
      price: inLeva.price,
      // One cent is nearly two stotinki.
      former: { amount: 1_500_00, currency: 'BGN' },
    },
  ],
  [
    'a price returns to leva',
    { price: { amount: 450_00, currency: 'EUR' }, originalPrice: null },
    inLeva,
    { price: inLeva.price, former: inLeva.originalPrice },
  ],
] as const)('%s', async ([, before, changes, after]) => {
  const { id } = await post(before);
  await users.current.ask(updateDeal, { token: seller.token, params: { id }, body: changes });
  const { draft } = await users.current.ask(getDealDraft, {
    token: seller.token,
    params: { id },
  });
  expect(draft).toMatchObject({ price: after.price, originalPrice: after.former });
});

test.for([
  [{ price: { amount: 800_00, currency: 'EUR' } }],
  [{ originalPrice: { amount: 511_29, currency: 'EUR' } }],
  // As many leva, it is beyond the limit of prices.
  [{ originalPrice: { amount: 10_000_000_00, currency: 'EUR' } }],
  [{ ...inLeva, price: { amount: 450_00, currency: 'EUR' } }],
] as const)('rejects %j', async ([body]) => {
  const { id } = await post(inLeva);
  expect(
    await users.current.rejection(updateDeal, { token: seller.token, params: { id }, body }),
  ).toMatchObject({ code: 'validation_failed', fields: ['originalPrice'] });
});
