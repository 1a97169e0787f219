import type { FastifyInstance } from 'fastify';
import { readSite } from '@izgodno/contract/site/calls';
import type { Settings } from '#config/settings.ts';
import { addCall } from '#platform/http/add-call.ts';
import type { Mailer } from '#platform/mail/mailer.ts';

interface SiteOptions {
  readonly mailer: Pick<Mailer, 'enabled'>;
  readonly settings: Pick<Settings, 'SOCIAL_LINKS'>;
}

/** Registers what pages ask about the site: what it offers by its settings. */
export const registerSite = (app: FastifyInstance, { mailer, settings }: SiteOptions): void =>
  addCall(app, readSite, async () => ({
    newsletter: mailer.enabled,
    socialLinks: settings.SOCIAL_LINKS,
  }));
