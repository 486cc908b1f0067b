import type { ScriptText } from '#model/language'

let texts: Partial<Record<ScriptText, string>> | undefined

/** The text in the language of the page, which its document has if it is not English. */
export function say(text: ScriptText): string {
  texts ??= JSON.parse(document.querySelector('#texts')?.textContent ?? '{}') as Record<ScriptText, string>
  return texts[text] ?? text
}
