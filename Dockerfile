# syntax=docker/dockerfile:1
# Node comes twice, from the image to run npm and from the lockfile to run the product: the second counts.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/demo/package.json packages/demo/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY scripts/remove-unused-files.js scripts/
RUN npm ci
COPY . .
# The bill of materials of the image: /app/sbom.cdx.json.
RUN npm run build && npm run sbom && npm prune --omit=dev && NODE_ENV=production node scripts/remove-unused-files.js

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build --chown=node:node /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 5000
# Healthy while it responds, also without its database, which a restart would not bring back. Stops
# gracefully on SIGTERM.
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 5000) + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node_modules/.bin/node", "apps/server/src/app/main.ts"]
