import { build } from 'vite'
import { expect, test } from 'vitest'
import { cvModules } from './cv-modules.ts'

test('what draws the CV in the browser comes without the colour profile of PDF/A', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [cvModules()],
    build: { write: false, minify: false, rolldownOptions: { input: 'pdfkit', treeshake: false } },
  })
  const files = 'output' in built ? built.output : []
  const code = files.map((file) => (file.type === 'chunk' ? file.code : file.fileName)).join()
  expect(code).toMatch(/new URL\(["']\.\/data\/sRGB_IEC61966_2_1\.icc["'], import\.meta\.url\)/)
  expect(code).not.toContain('vnd.iccprofile')
})
