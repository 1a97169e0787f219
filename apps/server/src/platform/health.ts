import type { SystemStatus } from '@izgodno/contract/system/calls';

/** How one part of the product is doing. `detail` is for people, and holds nothing secret. */
export interface PartHealth {
  readonly status: SystemStatus;
  readonly detail?: string;
}
