import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import type { SiteContent } from '../pages/page-props'
import { sampleTexts } from './sample-texts'

const compiled = compile(parseEntries(sampleTexts)).content
if (!compiled) throw new Error('The sample content has errors.')

/** The content of the tests' site. */
export const sampleContent: SiteContent = compiled
