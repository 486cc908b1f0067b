import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { contentModules } from './ssg/content-modules.ts'

const here = (path: string) => resolve(import.meta.dirname, path)

export default defineConfig({
  root: here('site'),
  plugins: [react(), contentModules(here('content'))],
  test: {
    projects: [
      {
        root: import.meta.dirname,
        test: { name: 'ssg', environment: 'node', include: ['ssg/**/*.test.ts'] },
      },
      {
        root: here('site'),
        plugins: [react(), contentModules(here('content'))],
        test: {
          name: 'site',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['src/testing/setup.ts'],
        },
      },
    ],
  },
})
