import { join } from 'node:path'
import type { Plugin } from 'vite'
import { virtualModules } from '../lib/virtual-modules.ts'
import type { FontFiles } from './pdf-faces.ts'
import { pdfFonts } from './pdf-fonts.ts'

/**
 * Serves the code for the CV's forms in the browser: `virtual:cv-forms` and `virtual:cv-pdf`, and
 * the PDF's fonts as `virtual:cv-fonts/files`.
 */
export function cvModules(): Plugin {
  let cache = ''
  let files: Promise<FontFiles> | undefined
  return {
    name: 'ssg:cv',
    sharedDuringBuild: true,
    config: () => ({
      resolve: {
        alias: {
          'virtual:cv-forms': join(import.meta.dirname, 'cv-forms.ts'),
          'virtual:cv-pdf': join(import.meta.dirname, 'cv-pdf-in-browser.ts'),
        },
      },
    }),
    configResolved({ cacheDir, plugins }) {
      cache = join(cacheDir, 'ssg', 'fonts')
      leaveProfileOut(plugins)
    },
    ...virtualModules('cv-fonts', async () => ({ files: await (files ??= pdfFonts(cache)) })),
  }
}

/**
 * Keeps Vite from searching pdfkit, which takes a tenth of a second, for the one file that it names by `import.meta.url`: a
 * colour profile for PDF/A, which the CV is not. Vite would also put it into the script.
 */
function leaveProfileOut(plugins: readonly Plugin[]): void {
  const transform = plugins.find(({ name }) => name === 'vite:asset-import-meta-url')?.transform
  const id = typeof transform === 'object' ? transform.filter?.id : undefined
  if (typeof id === 'object' && 'exclude' in id && Array.isArray(id.exclude)) id.exclude.push(pdfkit)
}

const pdfkit = /\/pdfkit\/js\/[^/]+$/
