import { useState } from 'react'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { IconArrowsSort, IconPlus } from '../../ui/icons'
import { SiteLink } from '../../ui/site-link'
import type { DraftKeeper } from './draft-keeper'
import { NewEntryDialog } from './new-entry-dialog'
import { OrderDialog } from './order-dialog'
import { detailOf, isDated, nameOf, type Part, type Section } from './outline'
import { marksOf, type ShownText } from './shown-texts'
import styles from './content.module.css'

interface TextOutlineProps {
  sections: readonly Section[]
  /** The path of the open text. */
  open: string | undefined
  keeper: DraftKeeper
  onOpen: (path: string) => void
}

/** All texts, by the pages that they are on. */
export function TextOutline({ sections, open, keeper, onOpen }: TextOutlineProps) {
  const [dialog, setDialog] = useState<{ what: 'add' | 'order'; part: Part }>()
  return (
    <nav aria-label="Texts" className={styles.outline}>
      {sections.map(({ title, parts }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {parts.map((part) => (
            <div key={part.name}>
              {part.kind.folder && <h3>{part.kind.title}</h3>}
              <ul>
                {part.texts.map((text) => (
                  <TextLink key={text.path} text={text} section={title} isOpen={text.path === open} />
                ))}
              </ul>
              {part.kind.folder && (
                <div className={styles.folderActions}>
                  <Button
                    variant="quiet"
                    aria-label={`Add to ${part.kind.title}`}
                    onClick={() => setDialog({ what: 'add', part })}
                  >
                    <Icon of={IconPlus} size={16} />
                    Add
                  </Button>
                  {!isDated(part.kind) && part.texts.length > 1 && (
                    <Button
                      variant="quiet"
                      aria-label={`Order of ${part.kind.title}`}
                      onClick={() => setDialog({ what: 'order', part })}
                    >
                      <Icon of={IconArrowsSort} size={16} />
                      Order
                    </Button>
                  )}
                </div>
              )}
            </div>
          ))}
        </section>
      ))}
      {dialog?.what === 'add' && (
        <NewEntryDialog
          part={dialog.part}
          keeper={keeper}
          onClose={() => setDialog(undefined)}
          onAdded={onOpen}
        />
      )}
      {dialog?.what === 'order' && (
        <OrderDialog part={dialog.part} keeper={keeper} onClose={() => setDialog(undefined)} />
      )}
    </nav>
  )
}

interface TextLinkProps {
  text: ShownText
  section: string
  isOpen: boolean
}

function TextLink({ text, section, isOpen }: TextLinkProps) {
  const detail = detailOf(text)
  const name = nameOf(text)
  return (
    <li>
      <SiteLink
        data-path={text.path}
        to={`/content?text=${encodeURIComponent(text.path)}`}
        aria-current={isOpen ? 'page' : undefined}
        className={styles.text}
      >
        <span>
          <span>{name === section ? 'The page itself' : name}</span>
          {detail && <span className={styles.detail}> {detail}</span>}
        </span>
        <Marks of={text} />
      </SiteLink>
    </li>
  )
}

interface MarksProps {
  of: ShownText
  /** The word that says nothing new where it stands. */
  but?: 'draft'
}

/** What is to become of a text, in badges. */
export function Marks({ of, but }: MarksProps) {
  const marks = marksOf(of).filter(({ word }) => word !== but)
  if (marks.length === 0) return null
  return (
    <span className={styles.marks}>
      {marks.map(({ word, tone }) => (
        <Badge key={word} tone={tone}>
          {word}
        </Badge>
      ))}
    </span>
  )
}
