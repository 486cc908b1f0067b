import { vi } from 'vitest'

type Channel = 'error' | 'warn'

let said: { channel: Channel; text: string }[] = []
let expected: { channel: Channel; text: string }[] = []

const say = (channel: Channel) =>
  vi.spyOn(console, channel).mockImplementation((...parts: unknown[]) => {
    said.push({ channel, text: parts.map(String).join(' ') })
  })

/** Listens to the error and warning channels and keeps the terminal quiet. */
export function watchConsole(): void {
  said = []
  expected = []
  say('error')
  say('warn')
}

/** Throws for every line that was said without being expected, and for every line expected in vain. */
export function judgeConsole(): void {
  const surprising = said.filter((line) => !expected.some((hope) => matches(line, hope)))
  const missing = expected.filter((hope) => !said.some((line) => matches(line, hope)))
  const pageErrors = [
    ...surprising.map(({ channel, text }) => `console.${channel} was not expected: ${text}`),
    ...missing.map(({ channel, text }) => `console.${channel} was expected to say: ${text}`),
  ]
  if (pageErrors.length > 0) throw new Error(pageErrors.join('\n'))
}

/** Announces that the test makes the console say something that contains `text`. */
export function expectConsole(channel: Channel, text: string): void {
  expected.push({ channel, text })
}

function matches(
  line: { channel: Channel; text: string },
  hope: { channel: Channel; text: string },
): boolean {
  return line.channel === hope.channel && line.text.includes(hope.text)
}
