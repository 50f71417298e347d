# Two stages: everything is installed and built in the first; the second has what a server runs, belongs to root and is
# run by a user who may write to /data alone. Its root may be read-only, with a tmpfs on /tmp.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
# The bootstrap installs what the lock file says and builds the pages; a second build finds nothing to do.
RUN node src/tools/bootstrap.mjs build
# What tests alone need. Vite stays: a start reads the configuration with its parser.
RUN rm -rf node_modules/@duckdb node_modules/playwright-core node_modules/jsdom node_modules/axe-core node_modules/oxlint \
    node_modules/@oxlint node_modules/knip node_modules/typescript node_modules/@typescript node_modules/.cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=3000 \
    NODE_COMPILE_CACHE=/tmp/compiled \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin office \
    && mkdir /data \
    && chown office:office /data \
    && chmod 0700 /data
WORKDIR /app
COPY --from=build /app /app
USER office
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=120s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
# Not by npm: signals reach the server itself, which finishes what is under way and ends with 0.
CMD ["node_modules/.bin/node", "src/tools/start.ts"]
