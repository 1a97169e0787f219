import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import * as calls from '@izgodno/contract/price-alerts/calls';
import type { Bus } from '#platform/bus.ts';
import { createCallAdder } from '#platform/http/add-call.ts';
import { defineJob, type Jobs } from '#platform/jobs/jobs.ts';
import type { AccountData } from '#features/accounts/api.ts';
import { runOnDealChanges } from '#features/deals/api.ts';
import { notifyOfChanges, passOnLate, type NoticePublisher } from '#features/notices/api.ts';
import { createPriceNotices } from './notify-of-prices.ts';
import { OPEN_ALERTS } from './pass-on-alerts.ts';
import {
  listPriceAlerts,
  readAlertsOf,
  removePriceAlert,
  setPriceAlert,
  type PriceAlertsContext,
} from './price-alerts.ts';

export const priceAlertsJob = defineJob({
  name: 'price-alerts.notify',
  payload: z.strictObject({}),
});

const passOnAlertsJob = defineJob({
  name: 'price-alerts.pass-on',
  payload: z.strictObject({}),
});

/** From a change of a price to its notice, in milliseconds, plus the queue's own delay. */
const ALERT_DELAY_MS = 500;

export interface PriceAlertsDependencies extends PriceAlertsContext {
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly noticePublisher: NoticePublisher;
  readonly accountData: AccountData;
}

export const registerPriceAlerts = (
  app: FastifyInstance,
  dependencies: PriceAlertsDependencies,
): void => {
  const add = createCallAdder<PriceAlertsContext>(app, dependencies);
  add(calls.setPriceAlert, setPriceAlert);
  add(calls.removePriceAlert, removePriceAlert);
  add(calls.listPriceAlerts, listPriceAlerts);
  dependencies.accountData.exports('priceAlerts', (userId) =>
    readAlertsOf(dependencies.database, userId),
  );
  const notices = createPriceNotices(dependencies);
  runOnDealChanges(
    app,
    { ...dependencies, delayMs: ALERT_DELAY_MS, cron: '* * * * *' },
    priceAlertsJob,
    () => notifyOfChanges(notices),
  );
  dependencies.jobs.work(passOnAlertsJob, passOnLate(notices, OPEN_ALERTS));
  dependencies.jobs.schedule(passOnAlertsJob, '25 * * * *', {});
};
