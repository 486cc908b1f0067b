import { useEffect, useRef, useState } from 'react'
import { markMessage } from '../../api/messages'
import { queryKeys } from '../../api/query-keys'
import type { Message } from '../../api/types'
import { siteName } from '../../lib/document-data'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { buttonClass } from '../../ui/button-class'
import { DateTime } from '../../ui/date-time'
import { pageError, type PageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconArrowLeft, IconMail, IconTrash } from '../../ui/icons'
import { SiteLink } from '../../ui/link'
import { Note } from '../../ui/note'
import styles from './messages.module.css'
import { replyAddress } from './reply'

interface LetterProps {
  message: Message
  /** The address of the list. */
  back: string
  pageErrors: PageErrors
  onDelete: () => void
}

/** An open message. Opening it marks it as read. */
export function Letter({ message, back, pageErrors, onDelete }: LetterProps) {
  const { id, name, email, message: text, sent_at, read_at } = message
  const heading = useRef<HTMLHeadingElement>(null)
  const mark = useInvalidatingMutation(markMessage, queryKeys.messages)
  const { mutate } = mark
  const [wasRead] = useState(read_at !== null)
  useEffect(() => {
    if (!wasRead) mutate({ id, read: true })
    // In a narrow window it takes the list's place.
    if (document.getElementById('list')?.getClientRects().length === 0) heading.current?.focus()
  }, [id, wasRead, mutate])
  const isRead = read_at !== null
  const toggle = () => {
    pageErrors.clear()
    const onError = (error: Error) =>
      pageErrors.add(pageError('Failed to mark the message.', error), { urgent: true })
    mutate({ id, read: !isRead }, { onError })
  }
  return (
    <>
      <SiteLink to={back} className={styles.back}>
        <Icon of={IconArrowLeft} size={18} />
        All messages
      </SiteLink>
      <article aria-labelledby="letter" className={styles.letter}>
        <header>
          <h3 id="letter" ref={heading} tabIndex={-1} dir="auto">
            {name}
          </h3>
          <Note>
            {email}, <DateTime at={sent_at} />
          </Note>
        </header>
        <div className={styles.text}>
          {text.split(/(?:\r?\n){2,}/).map((paragraph, index) => (
            <p key={index} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
        <div className={styles.reply}>
          <a href={replyAddress(message, siteName())} className={buttonClass({ variant: 'primary' })}>
            <Icon of={IconMail} size={18} />
            Reply by mail
          </a>
        </div>
        <div className={styles.actions}>
          <Button aria-disabled={mark.isPending} onClick={() => !mark.isPending && toggle()}>
            Mark as {isRead ? 'unread' : 'read'}
          </Button>
          <IconButton label="Delete message" onClick={onDelete}>
            <Icon of={IconTrash} size={18} />
          </IconButton>
        </div>
      </article>
    </>
  )
}
