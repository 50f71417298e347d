# Two stages: everything is installed and built in the first; the second has what a server runs, belongs to root and is
# run by a user who may write to /data alone. Its root may be read-only, with a tmpfs on /tmp.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# What the lock file says, by itself: it is installed anew where that changes.
COPY package.json package-lock.json ./
COPY src/cli/bootstrap.mjs src/cli/
RUN node src/cli/bootstrap.mjs install
COPY . .
RUN node src/cli/bootstrap.mjs build
# What pages and tests alone are made of, two thirds of it; the headers beside the Node; types and maps of code.
RUN node_modules/.bin/node src/cli/image/unneeded.process.ts > /tmp/unneeded \
    && xargs rm -rf node_modules/.cache node_modules/node/node_modules < /tmp/unneeded \
    && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[cm]ts' \) -delete \
    && find node_modules/.bin -xtype l -delete

# The product brings the Node it runs under, and is without npm from here on.
FROM debian:bookworm-slim
ENV NODE_ENV=production \
    DATA_DIR=/data \
    HOST=0.0.0.0 \
    PORT=3000 \
    OUTPUT_IS_KEPT=1 \
    NODE_COMPILE_CACHE=/tmp/compiled
RUN groupadd --gid 10001 office \
    && useradd --uid 10001 --gid office --no-log-init --no-create-home --home-dir /data --shell /usr/sbin/nologin office \
    && mkdir /data \
    && chown office:office /data \
    && chmod 0700 /data \
    && ln -s /app/node_modules/.bin/node /usr/local/bin/node \
    && ln -s /app/deploy/back-office /usr/local/bin/back-office
WORKDIR /app
COPY --from=build /app /app
USER office
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=120s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/health').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
# Not by npm: signals reach the server itself, which finishes what is under way and ends with 0.
CMD ["node_modules/.bin/node", "src/cli/start.ts"]
