#!/bin/sh
# The owner's commands, as the service's user and with its settings: /usr/local/bin/portfolio
# Needs: root; or the service's user, with the settings in the environment as a unit gives them.
set -eu
: "${PORTFOLIO_PROGRAM:=/opt/portfolio/bin/portfolio}" "${PORTFOLIO_SETTINGS:=/etc/portfolio.env}" "${PORTFOLIO_USER:=portfolio}"

# Prints the settings as commands of a shell. It reads the file as systemd does (parse_env_file_internal of its source), so that
# the commands and the service have the same values. "held" is white space that counts only if more follows.
read_settings='
function end() {
  if (name ~ /^[A-Za-z_][A-Za-z0-9_]*$/) print "export " name "=\047" value "\047"
  name = value = held = state = ""
}
function add(c) { if (c == "\047") c = "\047\\\047\047"; value = value held c; held = "" }
function read(c) {
  newline = c == "\n" || c == "\r"; blank = newline || c == " " || c == "\t"
  if (state == "" && blank) return
  if (state == "") { if (c == "#" || c == ";") state = "comment"; else { state = "name"; name = c } }
  else if (state == "comment") { if (newline) state = "" }
  else if (state == "name") {
    if (newline) { name = ""; state = "" }
    else if (c == "=") { sub(/[ \t]+$/, "", name); state = "before" }
    else name = name c
  }
  else if (state == "escape") { if (!newline) add(c); state = "value" }
  else if (state == "single") { if (c == "\047") state = "before"; else add(c) }
  else if (state == "double") { if (c == "\"") state = "before"; else if (c == "\\") state = "double escape"; else add(c) }
  else if (state == "double escape") { if (!index("\"\\`$\n", c)) add("\\"); if (c != "\n") add(c); state = "double" }
  else if (newline) end()
  else if (c == "\\") { add(""); state = "escape" }
  else if (state == "before" && c == "\047") state = "single"
  else if (state == "before" && c == "\"") state = "double"
  else if (!blank) { add(c); state = "value" }
  else if (state == "value") held = held c
}
{ line = $0 "\n"; for (i = 1; i <= length(line); i++) read(substr(line, i, 1)) }
END { if (state != "" && state != "name" && state != "comment") end() }
'
if [ -r "$PORTFOLIO_SETTINGS" ]; then
  settings=$(awk "$read_settings" "$PORTFOLIO_SETTINGS")
  eval "$settings"
fi
if [ "$(id -un)" = "$PORTFOLIO_USER" ]; then
  exec "$PORTFOLIO_PROGRAM" "$@"
fi
if [ "$(id -u)" != 0 ]; then
  echo "portfolio: run this as root, or as the user $PORTFOLIO_USER" >&2
  exit 1
fi
# cron gives a PATH without it.
PATH=$PATH:/usr/sbin:/sbin
exec runuser -u "$PORTFOLIO_USER" -- "$PORTFOLIO_PROGRAM" "$@"
