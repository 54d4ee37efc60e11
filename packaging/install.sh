#!/bin/sh
# Puts stbpi where a system keeps programs, or takes it away again: make install and make uninstall, and the package.
#   install.sh install     into $DESTDIR, below $PREFIX; without DESTDIR also makes users and starts the daemon
#   install.sh uninstall   leaves /etc/stbpi and /var/lib/stbpi as they are; with PURGE=1 they go too, and the users
# All that stbpi needs comes with it, in a folder of its own: Debian 12 has a gpiozero that does not find a Pi 5's pins
# and no lgpio at all. What is in Debian's python3 packages is found beside it: python3-spidev, for shift registers; and
# python3-lgpio of Raspberry Pi OS, where lgpio's authors have no build for this Python.
set -eu
cd "$(dirname "$0")/.."

DESTDIR=${DESTDIR:-}
PREFIX=${PREFIX:-/usr/local}
PYTHON=${PYTHON:-/usr/bin/python3}

# systemd and udev look below /usr/local as well; polkit does not.
if [ "$PREFIX" = /usr ]; then polkit=/usr/share/polkit-1/rules.d; else polkit=/etc/polkit-1/rules.d; fi
case $PREFIX in
  /usr | /usr/local) system=$PREFIX/lib ;;
  *) system=/etc ;;  # nobody looks for units below /opt or a home
esac
units=${UNITS:-$system/systemd/system}
lib=$PREFIX/lib/stbpi
doc=$PREFIX/share/doc/stbpi

say() { echo "stbpi: $*" >&2; }

running() { [ -z "$DESTDIR" ] && [ -d /run/systemd/system ]; }

# A file with the places it names put below the prefix.
place() {
  mkdir -p "$DESTDIR$(dirname "$3")"
  sed -e "s|/usr/bin/stbpi|$PREFIX/bin/stbpi|g" -e "s|/usr/lib/stbpi|$lib|g" -e "s|/usr/share/doc/stbpi|$doc|g" \
    -e "s|@PYTHON@|$PYTHON|g" "$2" >"$DESTDIR$3.new"
  chmod "$1" "$DESTDIR$3.new"
  mv "$DESTDIR$3.new" "$DESTDIR$3"
}

files() {
  cat <<EOF
0755 packaging/stbpi $PREFIX/bin/stbpi
0755 systemd/stbpi-kiosk $lib/stbpi-kiosk
0644 systemd/stbpi.service $units/stbpi.service
0644 systemd/stbpi-backup.service $units/stbpi-backup.service
0644 systemd/stbpi-backup.timer $units/stbpi-backup.timer
0644 systemd/stbpi-kiosk.service $units/stbpi-kiosk.service
0644 systemd/stbpi-journald.conf $system/systemd/journald.conf.d/60-stbpi.conf
0644 systemd/60-stbpi.rules $system/udev/rules.d/60-stbpi.rules
0644 systemd/49-stbpi-shutdown.rules $polkit/49-stbpi-shutdown.rules
0644 systemd/stbpi.sysusers $system/sysusers.d/stbpi.conf
0644 systemd/stbpi.tmpfiles $system/tmpfiles.d/stbpi.conf
0644 packaging/stbpi.1 $PREFIX/share/man/man1/stbpi.1
0644 docs/stbpi.example.toml $doc/stbpi.example.toml
EOF
  for file in docs/*.md; do echo "0644 $file $doc/$(basename "$file")"; done
}

pip() { "$PYTHON" -m pip --quiet --disable-pip-version-check "$@"; }

# Whether something comes compiled, for this machine and this Python.
has_build() {
  found=$(mktemp -d)
  pip download --no-deps --only-binary=:all: -c constraints.txt -d "$found" "$1" 2>/dev/null && status=0 || status=1
  rm -rf "$found"
  return $status
}

fetch() {
  pip install --no-compile --no-warn-script-location --root-user-action=ignore -c constraints.txt --target "$new" "$@"
}

python_packages() {
  mkdir -p "$DESTDIR$lib"
  new=$DESTDIR$lib/python.new
  rm -rf "$new"
  say "fetching what it needs into $lib; this takes some minutes on a Pi ..."
  if has_build lgpio; then fetch '.[pins]'; else
    say "there is no build of lgpio for this Python: real pins need python3-lgpio, which Raspberry Pi OS has"
    fetch . smbus2
    fetch --no-deps rpi-lgpio
  fi
  # Programs of libraries, which nobody calls, and what names the folder it was built in.
  rm -rf "$new/bin"
  find "$new" \( -name direct_url.json -o -name __pycache__ \) -prune -exec rm -rf {} +
  rm -f "$new"/multidict/_testcapi.*
  # None of it is run by itself.
  find "$new" -name '*.py' -exec sed -i '1{/^#!/d}' {} +
  find "$new" -type f -exec chmod 0644 {} +
  find "$new" -type d -exec chmod 0755 {} +
  rm -rf "$DESTDIR$lib/python"
  mv "$new" "$DESTDIR$lib/python"
}

install_all() {
  "$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { say "Python 3.11 or newer is needed"; exit 1; }
  python_packages
  files | while read -r mode from to; do place "$mode" "$from" "$to"; done
  if [ ! -e "$DESTDIR/etc/stbpi/stbpi.toml" ]; then place 0644 docs/stbpi.example.toml /etc/stbpi/stbpi.toml; fi
  [ -n "$DESTDIR" ] && return
  "$PYTHON" -m compileall -q "$lib/python" || true
  systemd-sysusers "$system/sysusers.d/stbpi.conf"
  systemd-tmpfiles --create "$system/tmpfiles.d/stbpi.conf"
  running || return 0
  systemctl daemon-reload
  udevadm control --reload && udevadm trigger --subsystem-match=tty || true
  systemctl try-restart systemd-journald || true
  systemctl enable stbpi.service stbpi-backup.timer
  systemctl restart stbpi.service stbpi-backup.timer
  say "installed and started; see: stbpi doctor"
}

uninstall_all() {
  if running; then
    systemctl disable --now stbpi.service stbpi-backup.timer stbpi-kiosk.service 2>/dev/null || true
  fi
  files | while read -r _ _ to; do rm -f "$DESTDIR$to"; done
  rm -rf "$DESTDIR$lib"
  rmdir "$DESTDIR$doc" 2>/dev/null || true
  if running; then systemctl daemon-reload; fi
  if [ "${PURGE:-}" = 1 ]; then
    rm -rf "$DESTDIR/etc/stbpi" "$DESTDIR/var/lib/stbpi"
    if [ -z "$DESTDIR" ]; then
      for user in stbpi stbpi-kiosk; do userdel "$user" 2>/dev/null || true; done
    fi
  else
    say "settings in /etc/stbpi and matches in /var/lib/stbpi are kept; PURGE=1 takes them away too"
  fi
}

case ${1:-} in
  install) install_all ;;
  uninstall) uninstall_all ;;
  *) say "say install or uninstall"; exit 2 ;;
esac
