import { describe, expect, test } from 'vitest';
import { stepDrawer } from './drawer.ts';
import { closedDrawer, type Drawer } from './engine-state.ts';

const expanded: Drawer = { form: 'expanded', closing: false };
const minimised: Drawer = { form: 'minimised', closing: false };
const closing: Drawer = { form: 'expanded', closing: true };
const over = { kind: 'uploads-changed', active: false, completed: true } as const;

describe('new uploads', () => {
  test.for([
    ['closed', closedDrawer],
    ['minimised', minimised],
    ['expanded', expanded],
    ['about to close', closing],
    ['minimised and about to close', { ...minimised, closing: true }],
  ] as const)('expand a drawer that is %s, and keep it open', ([, drawer]) => {
    expect(stepDrawer(drawer, { kind: 'uploads-began' })).toEqual({
      drawer: expanded,
      effects: [{ kind: 'keep-open' }],
    });
  });
});

describe('when none is active and one is completed', () => {
  test.for([expanded, minimised])('a drawer that is $form closes after 3 s, once', (drawer) => {
    const notified = stepDrawer(drawer, over);
    expect(notified).toEqual({
      drawer: { ...drawer, closing: true },
      effects: [{ kind: 'auto-close-after', ms: 3_000 }],
    });
    expect(stepDrawer(notified.drawer, over)).toEqual({ drawer: notified.drawer, effects: [] });
  });

  test('completed uploads are removed 1 s after that', () => {
    expect(stepDrawer(closing, { kind: 'auto-close-due' })).toEqual({
      drawer: closedDrawer,
      effects: [{ kind: 'clear-after', ms: 1_000 }],
    });
  });

  test('a closed drawer stays closed', () => {
    expect(stepDrawer(closedDrawer, over)).toEqual({ drawer: closedDrawer, effects: [] });
  });
});

test.for([
  ['one is active', { active: true, completed: true }],
  ['none is completed', { active: false, completed: false }],
] as const)('while %s, it does not close automatically', ([, uploads]) => {
  const changed = { kind: 'uploads-changed', ...uploads } as const;
  expect(stepDrawer(expanded, changed)).toEqual({ drawer: expanded, effects: [] });
  expect(stepDrawer(closing, changed)).toEqual({
    drawer: expanded,
    effects: [{ kind: 'keep-open' }],
  });
});

test('closed by the user, it clears what is completed 0.5 s later', () => {
  expect(stepDrawer(closing, { kind: 'closed' })).toEqual({
    drawer: closedDrawer,
    effects: [{ kind: 'keep-open' }, { kind: 'clear-after', ms: 500 }],
  });
});

test('minimised by the user, it still closes automatically', () => {
  expect(stepDrawer(closing, { kind: 'minimised' })).toEqual({
    drawer: { form: 'minimised', closing: true },
    effects: [],
  });
});
