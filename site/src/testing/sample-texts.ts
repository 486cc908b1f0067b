const files = import.meta.glob<string>('../../../ssg/testdata/content/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The texts of the content folder that the tests have, by their paths in it. */
export const sampleTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([file, text]) => [file.replace(/^.*\/testdata\/content\//, ''), text]),
)
