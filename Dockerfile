# The server alone, for a PostgreSQL that runs elsewhere (see docker-compose.yml).
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends build-essential \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
# .sqlx describes the queries: no database is needed to build. The processor of the build machine
# says nothing about the one it will run on, so the flags of .cargo/config.toml do not apply.
ENV SQLX_OFFLINE=true RUSTFLAGS=""
RUN cargo build --release --locked --bin saiwu

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --home-dir /nonexistent --no-create-home saiwu
COPY --from=build /src/target/release/saiwu /usr/local/bin/saiwu
USER 10001
ENV SAIWU_LISTEN=0.0.0.0:8080 SAIWU_LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s CMD ["saiwu", "healthcheck"]
CMD ["saiwu", "serve"]
