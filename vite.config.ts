import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type UserConfig } from 'vite'
import { buildDataOrigin, buildToken, isPreview, originVariable } from './ssg/options.ts'
import { ssg } from './ssg/vite-plugin-ssg.ts'

const here = (path: string) => resolve(import.meta.dirname, path)

/**
 * The icons that several screens of staff show come in one file. Separate files, which the app
 * names on every page, would cost visitors more than the icon.
 */
const sharedIcons = {
  groups: [{ name: 'icons', test: /[\\/]@tabler[\\/]icons-react[\\/]/, minShareCount: 2 }],
}

/** The configuration that builds the site from the folder `content`. */
export function siteConfig(content: string): UserConfig {
  return {
    root: here('site'),
    build: { outDir: here('dist'), cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
    // The same versions, the first with light-dark(). Rules for older ones would be in every document.
    css: {
      lightningcss: { targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) } },
    },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: sharedIcons } } } } },
    plugins: [
      react(),
      ssg({
        content,
        themeColor: { light: '#f6f7f9', dark: '#0c111b' },
        personPage: '/about',
        apiOrigin: originVariable('API_ORIGIN'),
        preview: isPreview(),
        buildDataOrigin: buildDataOrigin(import.meta.dirname),
        buildToken: buildToken(import.meta.dirname),
        siteUrl: originVariable('SITE_URL'),
        publicUrl: originVariable('PUBLIC_URL'),
        rendererFolder: process.env['RENDERER_FOLDER'] || undefined,
      }),
    ],
  }
}

export default defineConfig(siteConfig(here('content')))
