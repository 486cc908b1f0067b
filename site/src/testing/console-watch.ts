import { vi } from 'vitest'

type Channel = 'error' | 'warn'

let logged: { channel: Channel; text: string }[] = []
let expected: { channel: Channel; text: string }[] = []

const record = (channel: Channel) =>
  vi.spyOn(console, channel).mockImplementation((...parts: unknown[]) => {
    logged.push({ channel, text: parts.map(String).join(' ') })
  })

/** Records logged errors and warnings instead of printing them. */
export function watchConsole(): void {
  logged = []
  expected = []
  record('error')
  record('warn')
}

/** Throws for every line that was logged but not expected, and for every line that was expected but not logged. */
export function checkConsole(): void {
  const unexpected = logged.filter((line) => !expected.some((expectation) => matches(line, expectation)))
  const missing = expected.filter((expectation) => !logged.some((line) => matches(line, expectation)))
  const problems = [
    ...unexpected.map(({ channel, text }) => `console.${channel} was not expected: ${text}`),
    ...missing.map(({ channel, text }) => `console.${channel} was expected to log: ${text}`),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** Expects the test to log something that contains `text`. */
export function expectConsole(channel: Channel, text: string): void {
  expected.push({ channel, text })
}

function matches(
  line: { channel: Channel; text: string },
  expectation: { channel: Channel; text: string },
): boolean {
  return line.channel === expectation.channel && line.text.includes(expectation.text)
}
