import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Serves the code for the CV's forms in the browser as `virtual:cv-forms` and `virtual:cv-pdf`. */
export const cvModules = (): Plugin => ({
  name: 'ssg:cv',
  config: () => ({
    resolve: {
      alias: {
        'virtual:cv-forms': join(import.meta.dirname, 'cv-forms.ts'),
        'virtual:cv-pdf': join(import.meta.dirname, 'cv-pdf-in-browser.ts'),
      },
    },
  }),
})
