/** Most browsers also claim to be those further down, so the first match counts. */
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
  [/\bcurl\//, 'curl'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a short name of the device that sent `userAgent`, such as 'Firefox on Windows'. */
export function deviceName(userAgent: string): string {
  const browser = find(browsers, userAgent)
  const system = find(systems, userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `App on ${system}` : 'Unknown device')
}

/** Reports whether it is a phone or a tablet. */
export const isHandheld = (userAgent: string) => /\b(iPhone|iPad|Android|Mobile)\b/.test(userAgent)

const find = (names: readonly [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]
