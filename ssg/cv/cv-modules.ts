import { join } from 'node:path'
import type { Plugin } from 'vite'
import { virtualModules } from '../lib/virtual-modules.ts'
import { pdfFonts, type PdfFonts } from './pdf-fonts.ts'

/**
 * Serves what makes the CV's forms in the browser, the texts as `virtual:cv-forms` and the PDF as `virtual:cv-pdf`; and of
 * the PDF's fonts the files as `virtual:cv-fonts/files`, the letters as `virtual:cv-fonts/letters`.
 */
export function cvModules(): Plugin {
  let cache = ''
  let fonts: Promise<PdfFonts> | undefined
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
    configResolved({ cacheDir }) {
      cache = join(cacheDir, 'ssg', 'fonts')
    },
    ...virtualModules('cv-fonts', () => (fonts ??= pdfFonts(cache))),
  }
}
