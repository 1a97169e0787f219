import { minifySync, type Plugin } from 'vite';

/**
 * Fields of objects that only React's DOM makes and reads: its nodes, roots, updates and effects. Not
 * those of elements, contexts and portals, which React makes.
 */
const FIELDS = [
  'alternate',
  'baseLanes',
  'baseQueue',
  'baseState',
  'blockedOn',
  'cachePool',
  'callbackNode',
  'callbackPriority',
  'cancelPendingCommit',
  'child',
  'childLanes',
  'deletions',
  'dependencies',
  'eagerState',
  'elementType',
  'entangledLanes',
  'entanglements',
  'errorRecoveryDisabledLanes',
  'expirationTimes',
  'expiredLanes',
  'firstBaseUpdate',
  'firstContext',
  'flags',
  'hasEagerState',
  'hiddenCallbacks',
  'hiddenUpdates',
  'hydrationErrors',
  'incompleteTransitions',
  'lanes',
  'lastBaseUpdate',
  'lastEffect',
  'lastRenderedReducer',
  'lastRenderedState',
  'memoizedProps',
  'memoizedState',
  'memoizedValue',
  'pendingChildren',
  'pendingContext',
  'pendingLanes',
  'pendingProps',
  'pingCache',
  'pingedLanes',
  'pooledCache',
  'pooledCacheLanes',
  'refCleanup',
  'renderingStartTime',
  'retryLane',
  'retryQueue',
  'return',
  'revertLane',
  'shellSuspendCounter',
  'sibling',
  'stateNode',
  'subtreeFlags',
  'suspendedLanes',
  'tailMode',
  'timeoutHandle',
  'treeContext',
  'treeForkCount',
  'updateQueue',
  'warmLanes',
];

/**
 * Shortens the names of React's own fields, which minifiers keep because other code could use them.
 * They are a fiftieth of the first route. A release of React without one of them fails the build, so
 * that the list is checked.
 */
export const reactFields = (): Plugin => ({
  name: 'izgodno:react-fields',
  apply: 'build',
  transform: {
    filter: { id: '**/react-dom-client.production.js' },
    handler(code, id) {
      const include = new RegExp(String.raw`^(?:${FIELDS.join('|')})$`);
      const { code: shorter, mangleCache = {} } = minifySync(id, code, {
        compress: false,
        mangle: false,
        mangleProps: { include },
      });
      const missing = FIELDS.filter((field) => !(field in mangleCache));
      if (missing.length > 0) throw new Error(`React's DOM has no ${missing.join(', ')}`);
      return { code: shorter, map: null };
    },
  },
});
