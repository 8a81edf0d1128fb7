# Runs one PostgreSQL server: sh supervisor.sh STOPPING REMOVE POSTGRES ARGUMENT…
# Standard input: the reading end of the pipe `alive`, which ends when the last saiwu server using
# the cluster has gone, however it went. Standard output: the lock of the folder, held as long as
# this shell lives. Standard error: the log.
exec 7<&0 9>&1 </dev/null >&2
stopping=$1 remove=$2
shift 2
"$@" 7<&- 9>&- &
postgres=$!
{
    while read -r _ <&7; do :; done
    : >"$stopping"
    kill -INT "$postgres"
    tries=0
    while sleep 0.5 && kill -0 "$postgres" 2>/dev/null; do
        tries=$((tries + 1))
        # A fast shutdown that is not done in 30 seconds is cut short, in the end by force; what was
        # committed is safe in the log of changes either way.
        [ "$tries" -lt 60 ] || kill -QUIT "$postgres"
        [ "$tries" -lt 70 ] || kill -KILL "$postgres"
    done
} 9>&- &
watcher=$!
wait "$postgres"
status=$?
kill "$watcher" 2>/dev/null
if [ -n "$remove" ] && [ -e "$stopping" ]; then
    # Out of the way in one step, so that a newcomer finds all or nothing.
    mv "$remove" "$remove.gone.$$" && remove=$remove.gone.$$
    rm -rf "$remove"
fi
exit "$status"
