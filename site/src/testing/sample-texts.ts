const files = import.meta.glob<string>('../../../ssg/testdata/content/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The tests' content files, keyed by path. */
export const sampleTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([file, text]) => [file.replace(/^.*\/testdata\/content\//, ''), text]),
)
