const files = import.meta.glob<string>('../../../ssg/testdata/minimal/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The content of a site of which only a name, a role and an e-mail address are known, keyed by path. */
export const minimalTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([file, text]) => [file.replace(/^.*\/testdata\/minimal\//, ''), text]),
)
