# The site as an image that contains only the server, which renders the pages, and the certificates of public authorities.
#   docker build -t portfolio .
#   docker run --read-only -p 127.0.0.1:8080:8080 -v portfolio:/data -e PUBLIC_URL=https://example.com portfolio
# docs/deploy.md has the rest. scripts/drill container runs these steps without Docker.
FROM docker.io/library/node:20-bookworm-slim AS node

FROM docker.io/library/golang:1.26-bookworm AS build
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/lib/node_modules /usr/local/lib/node_modules
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
WORKDIR /src
# Downloaded again only after a change of these files.
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN PREFETCH_FROM=none scripts/build
RUN mkdir -m 770 /data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /src/bin/portfolio /portfolio
# The group 0 is that of any other user whom --user or OpenShift sets.
COPY --from=build --chown=65532:0 /data /data
# Only the volume is writable, and the image has no /tmp.
ENV LISTEN_ADDR=0.0.0.0:8080 DATA_DIR=/data METRICS_ADDR=none TMPDIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["/portfolio"]
CMD ["serve"]
