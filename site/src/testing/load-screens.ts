/*
 * Loads the app's lazy modules before the tests of a file begin. Otherwise the first test of each screen would wait
 * for its modules, which takes a busy machine longer than tests wait for a condition.
 */
import '../features/content/markdown-editor'
import '../features/content/content-screen'
import '../features/content/import-dialog'
import '../features/content/preview/cv-file'
import '../features/content/preview/preview'
import { screens } from '../app/screens'

import.meta.glob('../**/*.lazy.{ts,tsx}', { eager: true })
await Promise.all(screens.map(({ preload }) => preload()))
