import type { SystemStatus } from '@izgodno/contract/system/calls';

/** The health of one part of the product. `detail` is for people, and contains no secret. */
export interface PartHealth {
  readonly status: SystemStatus;
  readonly detail?: string;
}
