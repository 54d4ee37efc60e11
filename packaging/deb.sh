#!/bin/sh
# Builds the Debian package of what git knows of into dist/, in a copy: the checkout stays as it is. The copy is made in
# $WORK, where that is said.
set -eu
cd "$(dirname "$0")/.."
for need in dpkg-buildpackage dh; do
  command -v "$need" >/dev/null || { echo "the package needs $need: apt-get install dpkg-dev debhelper python3-pip" >&2; exit 1; }
done
work=${WORK:-build/deb}
rm -rf "$work"
mkdir -p "$work/stbpi" dist
git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
  xargs -0 sh -c 'for name; do [ -e "$name" ] && printf "%s\0" "$name"; done' sh |
  tar --null --files-from=- -cf - | tar -xf - -C "$work/stbpi"
(cd "$work/stbpi" && dpkg-buildpackage --build=binary --no-sign --no-check-builddeps >../build.log 2>&1) ||
  { tail -n 30 "$work/build.log" >&2; exit 1; }
mv "$work"/*.deb dist/
rm -rf "$work/stbpi"
ls dist/stbpi_*.deb
