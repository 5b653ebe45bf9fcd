#!/bin/sh
# Installs the judges that `cargo bench --bench class -- peers` compares ours with
# into a folder of their own, from PyPI:
#
#   sh benches/peers.sh /tmp/peers
#   MAYAN_BENCH_PEERS=/tmp/peers cargo bench --bench class -- peers
#
# Needs Python 3.11 or later with venv. Nothing else is touched: remove the folder
# and they are gone. The versions are those that docs/class.md has figures of.
set -eu
folder=${1:?usage: sh benches/peers.sh FOLDER}
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check \
    problemtools==1.20260907 bapctools==2026.10.0 online-judge-tools==11.5.1
for program in verifyproblem bt oj; do
    test -x "$folder/bin/$program" || { echo "$program is not there" >&2; exit 1; }
done
echo "MAYAN_BENCH_PEERS=$folder"
