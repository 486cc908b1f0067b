import { expect, test } from 'vitest'
import { site } from '../testing/files.ts'
import { builtProject, compileChanged } from '../testing/project.ts'

test('an address that is typed in Unicode is in ASCII wherever a program reads it', async () => {
  const project = await builtProject({ 'content/site.md': site({ email: 'Ann@BÜCHER。example' }) })
  const ascii = 'Ann@xn--bcher-kva.example'
  for (const [file, text] of [
    ['card.vcf', `EMAIL;TYPE=INTERNET:${ascii}\r\n`],
    ['resume.json', `"email": "${ascii}"`],
    ['cv.txt', ascii],
    ['.well-known/security.txt', `Contact: mailto:${ascii}\n`],
  ] as const)
    expect((await project.read(file)).toString(), file).toContain(text)
})

test.each([
  ['Ann@Example.test', 'Ann@example.test'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
  ['ann@XN--BCHER-KVA.example', 'ann@xn--bcher-kva.example'],
])('the address %s is read as %s', async (typed, read) => {
  const { site: compiled } = await compileChanged({ 'site.md': site({ email: JSON.stringify(typed) }) })
  expect(compiled.email).toBe(read)
})

test.each([
  ['a\u200bnn@example.test', 'has an invisible character, such as a zero-width space or a soft hyphen'],
  ['ann@exam\u00adple.test', 'has an invisible character, such as a zero-width space or a soft hyphen'],
  ['ann@example', 'is not of the right form'],
  ['ann@bücher.example/x', 'is not of the right form'],
  ['ann@bücher.example:25', 'is not of the right form'],
  ['ann@b@bücher.example', 'is not of the right form'],
])('the address %j stops the build', async (typed, complaint) => {
  await expect(compileChanged({ 'site.md': site({ email: JSON.stringify(typed) }) })).rejects.toThrow(
    `site.md:5: The field "email" ${complaint}. A mail address: ann@example.org.`,
  )
})
