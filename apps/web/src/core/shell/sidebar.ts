import { createStore, useStore } from '#shared/store.ts';

/**
 * Toggles within this time of the previous one are ignored, in milliseconds (specification, section
 * 9).
 */
const TOGGLE_DEBOUNCE_MS = 300;
/** At this width or below, the sidebar is a drawer over the page (specification, section 2). */
export const DRAWER_QUERY = '(max-width: 768px)';

export interface SidebarState {
  readonly open: boolean;
  /** When it was last toggled, in milliseconds; minus infinity before the first toggle. */
  readonly toggledAt: number;
}

/** Returns the state after a toggle at `now`, or the same state if it comes too soon. */
export const toggled = (state: SidebarState, now: number): SidebarState =>
  now - state.toggledAt < TOGGLE_DEBOUNCE_MS ? state : { open: !state.open, toggledAt: now };

const drawer = matchMedia(DRAWER_QUERY);
const begin = (): SidebarState => ({ open: !drawer.matches, toggledAt: Number.NEGATIVE_INFINITY });
export const sidebar = createStore(begin());

// Crossing the breakpoint resets the state: open beside the page, closed as a drawer.
drawer.addEventListener('change', () => sidebar.set(begin()));

export const toggleSidebar = (): void => sidebar.set(toggled(sidebar.get(), performance.now()));

/** Closes the drawer without the debounce. */
export const closeSidebar = (): void => sidebar.set({ ...sidebar.get(), open: false });

export const useSidebarOpen = (): boolean => useStore(sidebar).open;
