import { compileTexts } from 'virtual:content-model'
import type { SiteContent } from '../pages/page-props'
import { sampleTexts } from './sample-texts'

const compiled = compileTexts(sampleTexts)
if (!compiled) throw new Error('The sample content has errors.')

/** The content of the tests' site. */
export const sampleContent: SiteContent = compiled
