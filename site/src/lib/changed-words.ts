import { diffWordsWithSpace, type ChangeObject } from 'diff'

/** The words that differ; undefined if there are so many that finding them would freeze the page. */
export const changedWords = (before: string, after: string): ChangeObject<string>[] | undefined =>
  diffWordsWithSpace(before, after, { maxEditLength: 1_000, timeout: 200 })
