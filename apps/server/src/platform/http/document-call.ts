import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { errorBodySchema } from '@izgodno/contract/common/errors';

/** How a token is sent, under its name in `security`. */
export const securitySchemes = { token: { type: 'http', scheme: 'bearer' } } as const;

const { $schema: _, ...errorSchema } = z.toJSONSchema(errorBodySchema);
const rejection = (description: string) => ({ description, ...errorSchema });

const badRequest = rejection('Something of the request is at fault; `fields` says what');
const notSignedIn = rejection('There is no token, or one that holds no more');
const forbidden = rejection('The role of the account is not enough, or the object is not theirs');
const tooOften = rejection('Asked too often; `Retry-After` says when to come back');

/** A route in OpenAPI: its schemas and the contract's description of the call. */
export const documentCall: NonNullable<FastifyDynamicSwaggerOptions['transform']> = (given) => {
  const { schema, url } = jsonSchemaTransform(given);
  const { access, limit, audit } = given.route.config ?? {};
  if (access === undefined) return { schema, url };
  const isOpen = access === 'anyone';
  const responses = typeof schema.response === 'object' ? schema.response : {};
  return {
    url,
    schema: {
      ...schema,
      // An empty entry means that the token is optional.
      security: isOpen ? [{}, { token: [] }] : [{ token: [] }],
      response: {
        ...responses,
        400: badRequest,
        ...(isOpen ? {} : { 401: notSignedIn, 403: forbidden }),
        429: tooOften,
      },
      'x-access': access,
      'x-limit': limit,
      'x-audit': audit,
    },
  };
};
