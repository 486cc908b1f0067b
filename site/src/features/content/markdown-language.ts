import { commonmarkLanguage } from '@codemirror/lang-markdown'
import { Language } from '@codemirror/language'
import { InlineContext, Strikethrough, Table, type InlineParser, type MarkdownParser } from '@lezer/markdown'
import { emphasis } from '#model/emphasis'

const asterisk = '*'.charCodeAt(0)

const pageEmphasis: InlineParser = {
  name: 'PageEmphasis',
  before: 'Emphasis',
  parse(context, next, start) {
    if (next !== asterisk) return -1
    let end = start + 1
    while (context.char(end) === asterisk) end++
    const letters = [context.slice(start - 1, start), context.slice(end, end + 1)] as const
    const { begins, ends } = emphasis(...letters, end - start)
    return context.addDelimiter(InlineContext.emphasisAsterisk, start, end, begins, ends)
  },
}

/** The pages' Markdown: CommonMark with tables, strikethrough and bold words beside letters. */
export const pageMarkdown = new Language(
  commonmarkLanguage.data,
  (commonmarkLanguage.parser as MarkdownParser).configure([
    Table,
    Strikethrough,
    { parseInline: [pageEmphasis] },
  ]),
  [],
  'markdown',
)
