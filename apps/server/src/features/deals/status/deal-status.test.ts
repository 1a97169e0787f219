import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RESTORE_WINDOW_MS } from '@izgodno/contract/posts/calls';
import {
  changeStatus,
  type Capacity,
  type DealState,
  type PresentStatus,
  type StatusAction,
} from './deal-status.ts';

const NOW = Date.UTC(2026, 10, 21);

const present = fc.constantFrom<PresentStatus>('active', 'sold', 'expired');
const capacity = fc.constantFrom<Capacity>('owner', 'moderator');
const state: fc.Arbitrary<DealState> = fc.oneof(
  fc.record({ status: present }),
  fc.record({
    status: fc.constant('deleted' as const),
    from: present,
    by: capacity,
    alsoBy: fc.constant(null),
    at: fc.integer({ min: NOW - 2 * RESTORE_WINDOW_MS, max: NOW }),
  }),
);
const action: fc.Arbitrary<StatusAction> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), status: present }),
  fc.record({ kind: fc.constant('delete' as const), by: capacity }),
  fc.record({ kind: fc.constant('restore' as const), by: capacity }),
);

const after = (from: DealState, ...actions: readonly StatusAction[]): DealState => {
  let current = from;
  for (const action of actions) {
    const { state, rejected } = { state: undefined, ...changeStatus(current, action, NOW) };
    if (state === undefined) throw new Error(`${action.kind} was refused: ${rejected}`);
    current = state;
  }
  return current;
};

describe('the status of a deal', () => {
  test.for([
    ['active', 'sold'],
    ['active', 'expired'],
    ['sold', 'active'],
    ['expired', 'active'],
    ['expired', 'sold'],
  ] as const)('%s may become %s', ([from, to]) => {
    expect(after({ status: from }, { kind: 'set', status: to })).toEqual({ status: to });
  });

  test('a sold deal does not expire', () => {
    expect(changeStatus({ status: 'sold' }, { kind: 'set', status: 'expired' }, NOW)).toEqual({
      rejected: 'status_conflict',
    });
  });

  test('a deleted deal is neither sold nor active again, only restored', () => {
    const deleted = after({ status: 'active' }, { kind: 'delete', by: 'owner' });
    expect(changeStatus(deleted, { kind: 'set', status: 'active' }, NOW)).toEqual({
      rejected: 'status_conflict',
    });
  });

  test('its owner restores it to its former status, within the window', () => {
    fc.assert(
      fc.property(present, fc.integer({ min: 0, max: RESTORE_WINDOW_MS }), (status, waited) => {
        const deleted = after({ status }, { kind: 'delete', by: 'owner' });
        const back = changeStatus(deleted, { kind: 'restore', by: 'owner' }, NOW + waited);
        expect(back).toEqual({ state: { status } });
      }),
    );
    const deleted = after({ status: 'sold' }, { kind: 'delete', by: 'owner' });
    expect(
      changeStatus(deleted, { kind: 'restore', by: 'owner' }, NOW + RESTORE_WINDOW_MS + 1),
    ).toEqual({ rejected: 'restore_too_late' });
  });

  test("neither owner nor moderator undoes the other's deletion", () => {
    fc.assert(
      fc.property(present, capacity, (status, by) => {
        const other = by === 'owner' ? 'moderator' : 'owner';
        const deleted = after({ status }, { kind: 'delete', by });
        expect(changeStatus(deleted, { kind: 'restore', by: other }, NOW)).toHaveProperty(
          'rejected',
        );
      }),
    );
  });

  test("a moderator's removal outlasts the owner's own", () => {
    const deleted = after(
      { status: 'active' },
      { kind: 'delete', by: 'owner' },
      { kind: 'delete', by: 'moderator' },
      { kind: 'delete', by: 'owner' },
    );
    expect(changeStatus(deleted, { kind: 'restore', by: 'owner' }, NOW)).toEqual({
      rejected: 'forbidden',
    });
  });

  test.for(['owner', 'suspension'] as const)(
    'a restored deal is as deleted by %s as before the removal by a moderator',
    (by) => {
      fc.assert(
        fc.property(present, fc.integer({ min: 0, max: 1e9 }), (from, waited) => {
          const before = { status: 'deleted', from, by, alsoBy: null, at: NOW - waited } as const;
          const removal = { kind: 'delete', by: 'moderator' } as const;
          const restored = { kind: 'restore', by: 'moderator' } as const;
          expect(after(before, removal, restored)).toEqual(before);
          expect(after(before, removal, removal, restored)).toEqual(before);
        }),
      );
    },
  );

  test('repeating an action changes nothing', () => {
    fc.assert(
      fc.property(state, action, (from, action) => {
        const once = changeStatus(from, action, NOW);
        if (once.rejected !== undefined) return;
        expect(changeStatus(once.state, action, NOW)).toEqual(once);
      }),
    );
  });

  test('whatever its owner does, a deal removed by a moderator stays removed', () => {
    const byOwner = action.filter((action) => action.kind === 'set' || action.by === 'owner');
    fc.assert(
      fc.property(present, fc.array(byOwner), (status, actions) => {
        let current = after({ status }, { kind: 'delete', by: 'moderator' });
        for (const action of actions) {
          const outcome = changeStatus(current, action, NOW);
          if (outcome.rejected === undefined) current = outcome.state;
        }
        expect(current).toMatchObject({ status: 'deleted', from: status, by: 'moderator' });
      }),
    );
  });
});
