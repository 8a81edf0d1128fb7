# What the scripts share: finding and installing what a fresh machine lacks. Sourced, not run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

say() { printf '\n== %s\n' "$*" >&2; }
fail() { printf 'scripts: %s\n' "$*" >&2; exit 2; }

# Installs Debian packages, if this machine has them and we may; else says what to do.
install_packages() {
    if ! command -v apt-get >/dev/null; then
        fail "please install: $* (no apt-get here to do it with)"
    elif [ "$(id -u)" = 0 ]; then
        run=()
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        run=(sudo -n)
    else
        fail "please run: sudo apt-get install --no-install-recommends $*"
    fi
    say "installing $*"
    "${run[@]}" apt-get update -qq
    # Debian's package would start a cluster of its own otherwise; nobody here needs it.
    "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
        -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

# The folder of the newest postgres and initdb, or nothing.
postgres_bin() {
    local folder
    if [ -n "${PG_BIN:-}" ]; then
        echo "$PG_BIN"
        return
    fi
    for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV) $(echo "$PATH" | tr : ' '); do
        if [ -x "$folder/postgres" ] && [ -x "$folder/initdb" ]; then
            echo "$folder"
            return
        fi
    done
}

need_postgres() {
    [ -n "$(postgres_bin)" ] || install_packages postgresql
}

# A Rust toolchain and a C compiler for the crates that bring C along.
need_rust() {
    if ! command -v cargo >/dev/null && [ -x "$HOME/.cargo/bin/cargo" ]; then
        export PATH="$HOME/.cargo/bin:$PATH"
    fi
    command -v cc >/dev/null || install_packages build-essential
    if ! command -v cargo >/dev/null; then
        command -v curl >/dev/null || install_packages curl ca-certificates
        say "installing Rust with rustup"
        curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
            sh -s -- -y -q --profile minimal --component rustfmt,clippy
        export PATH="$HOME/.cargo/bin:$PATH"
    fi
    local wanted have
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    have=$(rustc --version | cut -d' ' -f2)
    if [ "$(printf '%s\n' "$wanted" "$have" | sort -V | head -n 1)" != "$wanted" ]; then
        command -v rustup >/dev/null || fail "Rust $wanted or later is needed, $have is here"
        say "Rust $have is too old, installing the current one"
        rustup toolchain install stable --profile minimal --component rustfmt,clippy
        export RUSTUP_TOOLCHAIN=stable
    fi
}

# A Python environment with the packages given.
need_python() {
    local venv=target/python
    python3 -c 'import venv, ensurepip' 2>/dev/null || install_packages python3 python3-venv
    [ -x $venv/bin/python ] || python3 -m venv $venv
    $venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"
}

# Starts a throw-away PostgreSQL with the schema of migrations/ and sets DATABASE_URL. It needs no
# build of saiwu, so it serves where the build itself needs the database.
with_schema() {
    local bin folder as=()
    bin=$(postgres_bin)
    folder=$(mktemp -d /tmp/saiwu-schema-XXXXXX)
    if [ "$(id -u)" = 0 ]; then
        # PostgreSQL refuses to run as root.
        as=(runuser -u "$(id -un postgres 2>/dev/null || echo nobody)" --)
        chown "$(id -u postgres 2>/dev/null || id -u nobody)" "$folder"
    fi
    # shellcheck disable=SC2064 # what is stopped and removed is fixed now
    trap "cd /; ${as[*]} '$bin/pg_ctl' -D '$folder/data' -m immediate stop >/dev/null 2>&1; rm -rf '$folder'" EXIT
    (
        cd "$folder"
        "${as[@]}" "$bin/initdb" -D data -U saiwu -E UTF8 --locale=C -A trust --no-sync >log
        "${as[@]}" "$bin/pg_ctl" -D data -w -l server.log -o \
            "-k $folder -c listen_addresses= -c fsync=off" start >/dev/null
    ) || { cat "$folder"/*log >&2; fail "PostgreSQL does not start"; }
    export DATABASE_URL="postgresql:///postgres?host=$folder&user=saiwu"
    # The table in which sqlx keeps what was applied: the server asks it whether the schema is right.
    "$bin/psql" -q -X -v ON_ERROR_STOP=1 -d "$DATABASE_URL" -c "create table _sqlx_migrations (
        version bigint primary key, description text not null,
        installed_on timestamptz not null default now(), success boolean not null,
        checksum bytea not null, execution_time bigint not null)"
    local migration
    for migration in migrations/*.sql; do
        "$bin/psql" -q -X -v ON_ERROR_STOP=1 -d "$DATABASE_URL" -1 -f "$migration"
    done
}

# Writes what sqlx needs to know of the queries into a folder, from the database in DATABASE_URL.
describe_queries() {
    local into=$1 scratch
    scratch=$(mktemp -d)
    mkdir -p "$into"
    # The macros describe a query when it is compiled: only what is compiled again is written.
    touch src/lib.rs
    SQLX_OFFLINE=false SQLX_OFFLINE_DIR="$into" SQLX_TMP="$scratch" cargo check --quiet --all-targets
    rm -rf "$scratch"
}

# Starts the example events on a free port, from the debug build, with its notes in a folder that is
# removed at the end with the server. Sets SAIWU to its address and KEY to the administrator's key.
with_demo() {
    local folder=$1 server
    mkfifo "$folder/printed"
    target/debug/saiwu demo --listen 127.0.0.1:0 --log warn --rate-per-second 100000 \
        --rate-burst 100000 >"$folder/printed" 2>"$folder/log" &
    server=$!
    # shellcheck disable=SC2064 # what is stopped and removed is fixed now
    trap "kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf '$folder'" EXIT
    local line="" before=""
    SAIWU="" KEY=""
    # The key is the last line printed, after the one that announces it. The pipe stays open.
    exec 9<"$folder/printed"
    while IFS= read -r line <&9; do
        case $line in "saiwu: "*/api/docs) SAIWU=${line#saiwu: } SAIWU=${SAIWU%/api/docs} ;; esac
        case $before in *administrator*) KEY=$line && break ;; esac
        before=$line
    done
    [ -n "$KEY" ] || { cat "$folder"/*log >&2; fail "the demo does not start"; }
    export SAIWU KEY
}

need_jq() {
    command -v jq >/dev/null || install_packages jq
    command -v curl >/dev/null || install_packages curl ca-certificates
}
